import type { Given, Command as KitCommand } from '@corroborate/server-kit/command-line'
import type { Settings } from '@corroborate/server-kit/settings'
import type { AdministratorRole } from '../../administrators/index.ts'
import type { Database } from '../../platform/database/index.ts'
import type { Operator } from './operator.ts'

/** What a command gets, whether somebody typed it or chose it in the console. */
export type CommandContext = Given & {
  db: Database
  settings: Settings
  /** Who does it. */
  operator: Operator
  /** What an option or operand names as a file: `-` is standard input at the command line; in the console, an upload. */
  open: (name: string) => NodeJS.ReadableStream
}

/** The result of a command: for programs, and for people. */
export type Outcome = { json: unknown; text: string }

export type Command = Omit<KitCommand, 'run'> & {
  /** It changes nothing, and creates nothing that is missing. */
  reads?: boolean
  /** The least role of an administrator who may give it in the console: without one, an auditor reads and an owner changes. */
  role?: AdministratorRole
  /** What it prints is shown this once, such as a secret. */
  showsOnce?: boolean
  run: (context: CommandContext) => Promise<Outcome>
}
