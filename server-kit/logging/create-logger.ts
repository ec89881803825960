import process from 'node:process'
import pino, { type DestinationStream, type Level, type Logger, type LoggerOptions } from 'pino'
import { tracing } from '../tracing/index.ts'
import { humanLine } from './human-line.ts'
import { scrub, scrubText } from './scrub.ts'

export type { Logger } from 'pino'

export type LogLevel = Level | 'silent'

/**
 * Makes the log of a server: JSON lines on standard output, or lines for people when that is a terminal. Tokens, codes,
 * passwords, cookies, e-mail addresses and phone numbers are removed wherever they are: in fields, at any depth, in
 * messages, in URLs and in stacks.
 * @param name says which server speaks, when several share a process.
 */
export const createLogger = (level: LogLevel, name?: string, stream: DestinationStream = standardOutput()): Logger => {
  const options: LoggerOptions = {
    level,
    base: name === undefined ? {} : { name },
    mixin: () => tracing().ids() ?? {},
    formatters: { log: entry => scrub(entry) as Record<string, unknown> },
    serializers: { err: error => scrub(pino.stdSerializers.err(error)) },
    // Last, the whole line is searched: a secret may be in a field whose name does not say so.
    hooks: { streamWrite: scrubText },
  }
  return pino(options, stream)
}

const standardOutput = (): DestinationStream =>
  process.stdout.isTTY
    ? { write: line => process.stdout.write(humanLine(line)) }
    : pino.destination({ fd: 1, sync: true })
