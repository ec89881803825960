export type { Command, Flag, Flags, Given, Program } from './command.ts'
export type { Output } from './create-parser.ts'
export { runCommandLine, runInProcess } from './run-command-line.ts'
export { UsageError } from './usage-error.ts'
