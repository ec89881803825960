import type { Logger } from 'pino'

/** Log interval of rejected requests, in ms. */
const every = 1_000

export type NoteRefusal = (kind: string, first: { level: 'warn' | 'error' } & Record<string, unknown>) => void

/**
 * Logs rejected requests at most once a second, so that overload or an attack cannot fill the disk. The first is logged immediately with
 * its details; those within the following second are counted by kind and logged at its end.
 */
export const createRefusalLog = (logger: Pick<Logger, 'warn' | 'error'>): NoteRefusal => {
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
