import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from '../logging/index.ts'
import { type Listening, type ListenOptions, listen } from './listen.ts'

type Closer = () => unknown

/** The life of a process that runs one server or several: they start one after another and end together. */
export type Lifecycle = {
  /** True from the moment the end has begun; readiness is 503 then. */
  readonly isDraining: () => boolean
  /** Sets the logger for the shutdown. */
  readonly useLogger: (logger: Logger) => void
  /** Sets how long, in ms, servers continue after the shutdown begins, so that proxies can drain them. Defaults to 0. */
  readonly noticeBeforeEnd: (ms: number) => void
  /** Registers a closer to run after the servers have stopped, in reverse order. */
  readonly onClose: (name: string, close: Closer) => void
  /** Starts a server on a port. @throws OperatorError */
  readonly listen: (options: ListenOptions) => Promise<{ port: number }>
  /**
   * Ends everything: readiness turns 503, then, after the notice, no connection is accepted any more, requests in flight finish (10 s at most),
   * closers run in reverse order (10 s each at most). Asking again gives the same end.
   * @returns true when all went well.
   */
  readonly end: () => Promise<boolean>
}

/** @param patience how long requests in flight may take to finish at the end, and each closer after them, in ms */
export const createLifecycle = (patience = 10_000): Lifecycle => {
  const servers: (Listening & { name: string })[] = []
  const closers: { name: string; close: Closer }[] = []
  let logger: Logger | null = null
  let ending: Promise<boolean> | null = null
  let notice = 0

  const end = async (): Promise<boolean> => {
    if (notice > 0 && servers.length > 0) await sleep(notice)
    await Promise.all(servers.map(server => server.close(patience)))
    let clean = true
    for (const { name, close } of closers.toReversed()) {
      try {
        await within(patience, close)
      } catch (error) {
        clean = false
        logger?.error({ err: error }, `closing the ${name} failed`)
      }
    }
    return clean
  }

  return {
    isDraining: () => ending !== null,
    useLogger: given => {
      logger = given
    },
    noticeBeforeEnd: ms => {
      notice = ms
    },
    onClose: (name, close) => {
      closers.push({ name, close })
    },
    listen: async options => {
      const server = await listen(options)
      // The end may have begun while this server was starting.
      if (ending !== null) await server.close(0)
      servers.push({ ...server, name: options.name })
      return { port: server.port }
    },
    end: () => {
      ending ??= end()
      return ending
    },
  }
}

const within = async (patience: number, close: Closer): Promise<void> => {
  const waiting = new AbortController()
  const tooLate = sleep(patience, undefined, { signal: waiting.signal }).then(() => {
    throw new Error(`It took more than ${patience} ms.`)
  })
  try {
    await Promise.race([close(), tooLate])
  } finally {
    waiting.abort()
    tooLate.catch(() => {})
  }
}
