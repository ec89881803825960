import process from 'node:process'
import { styleText } from 'node:util'
import pino, { type DestinationStream, type Level, type Logger, type LoggerOptions } from 'pino'
import { tracing } from '../tracing/index.ts'
import { scrub, scrubText } from './scrub.ts'

export type { Logger } from 'pino'
export { scrubText } from './scrub.ts'

type Colour = 'red' | 'yellow' | 'green' | 'blue' | 'gray'

const levels: Record<number, { word: string; colour: Colour }> = {
  10: { word: 'trace', colour: 'gray' },
  20: { word: 'debug', colour: 'gray' },
  30: { word: 'info', colour: 'green' },
  40: { word: 'warn', colour: 'yellow' },
  50: { word: 'error', colour: 'red' },
  60: { word: 'fatal', colour: 'red' },
}

/** Formats a JSON log line for people: time, level, message, other fields, and the stack trace. */
export const humanLine = (line: string): string => {
  let entry: Record<string, unknown>
  try {
    entry = JSON.parse(line)
  } catch {
    return line
  }
  const { time, level, msg, err, name, ...rest } = entry
  const { word, colour } = levels[Number(level)] ?? { word: String(level), colour: 'blue' }
  const clock = typeof time === 'number' ? new Date(time).toTimeString().slice(0, 8) : ''
  const details = Object.entries(rest).map(
    ([key, value]) => `${key}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
  )
  const parts = [
    styleText('gray', clock),
    styleText(colour, word.padEnd(5)),
    name,
    msg,
    styleText('gray', details.join(' ')),
  ]
  const stack = typeof err === 'object' && err !== null && 'stack' in err ? `\n${String(err.stack)}` : ''
  return `${parts.filter(part => part !== undefined && part !== '').join(' ')}${stack}\n`
}

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

/** Log interval of rejected requests, in ms. */
const every = 1_000

export type LogRejection = (kind: string, first: { level: 'warn' | 'error' } & Record<string, unknown>) => void

/**
 * Logs rejected requests at most once a second, so that overload or an attack cannot fill the disk. The first is logged immediately with
 * its details; those within the following second are counted by kind and logged at its end.
 */
export const createRejectionLog = (logger: Pick<Logger, 'warn' | 'error'>): LogRejection => {
  let counts = new Map<string, number>()
  let level: 'warn' | 'error' = 'warn'
  let timer: NodeJS.Timeout | undefined

  const tellCounted = (): void => {
    timer = undefined
    if (counts.size === 0) return
    const refused = Object.fromEntries(counts)
    const requests = Object.values(refused).reduce((sum, count) => sum + count, 0)
    logger[level]({ requests, refused }, 'more requests refused')
    counts = new Map()
    level = 'warn'
    wait()
  }
  const wait = (): void => {
    timer = setTimeout(tellCounted, every).unref()
  }

  return (kind, { level: ofFirst, ...first }) => {
    if (timer === undefined) {
      logger[ofFirst]({ refused: kind, ...first }, 'request refused')
      wait()
      return
    }
    counts.set(kind, (counts.get(kind) ?? 0) + 1)
    if (ofFirst === 'error') level = 'error'
  }
}
