import type { ForeignUser } from '../foreign-user.ts'
import type { Rows } from '../read-rows.ts'

/** Options of an import besides the file. */
export type ImportOptions = {
  /** For `csv`: our name of a column → its name in the file. */
  columns: Readonly<Record<string, string>>
  /** For `firebase`: the text of the console's "password hash parameters". */
  hashConfig: string | null
}

/** Parser of a system's export. */
export type ExportFormat = {
  /** Unit of a row's `at`. */
  counts: 'line' | 'user'
  read: (input: NodeJS.ReadableStream) => Rows
  /** @throws NotTaken when this user is not brought in, ZodError when it is no user of such an export */
  toUser: (value: unknown) => ForeignUser
}

/** Opens a format. @throws UsageError when it needs an option that is missing */
export type OpenFormat = (options: ImportOptions) => ExportFormat
