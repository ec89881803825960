import type { Given, Command as KitCommand } from '@corroborate/server-kit/command-line'
import type { Settings } from '@corroborate/server-kit/settings'
import type { Database } from '../../platform/database/index.ts'

export type CommandContext = Given & {
  db: Database
  settings: Settings
  stdin: NodeJS.ReadableStream
}

/** The result of a command: for programs, and for people. */
export type Outcome = { json: unknown; text: string }

export type Command = Omit<KitCommand, 'run'> & {
  /** It changes nothing, and creates nothing that is missing. */
  reads?: boolean
  run: (context: CommandContext) => Promise<Outcome>
}
