import type { Settings } from '@corroborate/server-kit/settings'
import type { Database } from '../../platform/database/index.ts'

export type CommandContext = {
  db: Database
  settings: Settings
  /** What follows the command's own words. */
  operands: string[]
  /** Every value of every flag given. */
  flags: Record<string, string[]>
  stdin: NodeJS.ReadableStream
}

/** What a command has to show: for programs, and for people. */
export type Outcome = { json: unknown; text: string }

export type Command = {
  /** The words that choose it. */
  words: readonly string[]
  operands: string
  summary: string
  /** It changes nothing, nor makes what is missing. */
  reads?: boolean
  flags: Readonly<Record<string, { argument: string; help: string }>>
  run: (context: CommandContext) => Promise<Outcome>
}
