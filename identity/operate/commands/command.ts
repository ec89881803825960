import type { Given, Command as KitCommand } from '@corroborate/server-kit/command-line'
import type { Settings } from '@corroborate/server-kit/settings'
import type { AdministratorRole } from '../../administrators/index.ts'
import type { Database } from '../../platform/database/index.ts'
import type { Operator } from './operator.ts'

/** Context of a command, from the command line or the console. */
export type CommandContext = Given & {
  db: Database
  settings: Settings
  /** The acting operator. */
  operator: Operator
  /** Opens a file given as an option or operand. `-` is standard input on the command line; in the console, files are uploads. */
  open: (name: string) => NodeJS.ReadableStream
}

/** The result of a command: for programs, and for people. */
export type Outcome = { json: unknown; text: string }

export type Command = Omit<KitCommand, 'run'> & {
  /** Read-only: changes nothing and creates nothing that is missing. */
  reads?: boolean
  /** Minimum administrator role in the console. Defaults to auditor for reads and owner for changes. */
  role?: AdministratorRole
  /** Its output, such as a secret, is shown only once. */
  showsOnce?: boolean
  run: (context: CommandContext) => Promise<Outcome>
}
