import type { ForeignUser } from '../foreign-user.ts'
import type { Rows } from '../read-rows.ts'

/** What an operator says of a file beside its name. */
export type ImportOptions = {
  /** For `csv`: our name of a column → its name in the file. */
  columns: Readonly<Record<string, string>>
  /** For `firebase`: the text of the console's "password hash parameters". */
  hashConfig: string | null
}

/** How the export of one system is read. */
export type ExportFormat = {
  /** What `at` of a row counts. */
  counts: 'line' | 'user'
  read: (input: NodeJS.ReadableStream) => Rows
  /** @throws NotTaken when this user is not brought in, ZodError when it is no user of such an export */
  toUser: (value: unknown) => ForeignUser
}

/** Opens a format. @throws UsageError when it needs an option that is missing */
export type OpenFormat = (options: ImportOptions) => ExportFormat
