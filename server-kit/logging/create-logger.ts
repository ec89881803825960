import process from 'node:process'
import pino, { type DestinationStream, type Level, type Logger, type LoggerOptions } from 'pino'
import { tracing } from '../tracing/index.ts'
import { humanLine } from './human-line.ts'
import { scrub, scrubText } from './scrub.ts'

export type { Logger } from 'pino'

export type LogLevel = Level | 'silent'

/**
 * Creates a server's logger: JSON lines on standard output, or human-readable lines on a terminal. Tokens, codes, passwords, cookies, email
 * addresses and phone numbers are redacted everywhere: in fields at any depth, messages, URLs and stack traces.
 * @param name server name, if several share a process.
 */
export const createLogger = (level: LogLevel, name?: string, stream: DestinationStream = standardOutput()): Logger => {
  const options: LoggerOptions = {
    level,
    base: name === undefined ? {} : { name },
    mixin: () => tracing().ids() ?? {},
    formatters: { log: entry => scrub(entry) as Record<string, unknown> },
    serializers: { err: error => scrub(pino.stdSerializers.err(error)) },
    // Finally scans the whole line for secrets in fields with innocuous names.
    hooks: { streamWrite: scrubText },
  }
  return pino(options, stream)
}

const standardOutput = (): DestinationStream =>
  process.stdout.isTTY
    ? { write: line => process.stdout.write(humanLine(line)) }
    : pino.destination({ fd: 1, sync: true })
