import { setTimeout as sleep, setImmediate as turnOfTheEventLoop } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { onInsertCommitted } from '../database/index.ts'
import type { Logger } from '../logging/index.ts'
import { createAttemptJob, type Ended, type Handler } from './attempt-job.ts'
import { claimJobs, isAnyDue, prolongLease } from './job-store.ts'
import type { OutboxRow, OutboxTables } from './tables.ts'

type Parts = {
  db: Kysely<OutboxTables>
  logger: Logger
  now: () => number
  /** Lease duration in ms, renewed by the worker. */
  lease: number
}

export type Lease = {
  /** Aborted when another worker has taken the job. */
  lost: AbortSignal
  /** Prolongs it no more. */
  end: () => void
}

/** Prolongs the lease of a job, three times in the length of one. */
const holdLease = (job: OutboxRow, { db, logger, now, lease }: Parts): Lease => {
  const lost = new AbortController()
  const heartbeat = setInterval(() => {
    prolongLease(db, job, now() + lease).then(
      ours => ours || lost.abort(new Error('Another worker has taken the job.')),
      error => logger.warn({ err: error, job: job.id }, 'a lease could not be prolonged'),
    )
  }, lease / 3)
  return { lost: lost.signal, end: () => clearInterval(heartbeat) }
}

/**
 * Serializes runs of a function. A run starts in the next turn of the event loop, so that all requests of this turn share it; requests
 * during a run cause one more.
 * @param run function to run
 * @param onError called with errors of `run`
 */
export const oneAtATime = (run: () => Promise<void>, onError: (error: unknown) => void): (() => Promise<void>) => {
  let running = false
  let again = false
  return async () => {
    again = true
    if (running) return
    running = true
    try {
      while (again) {
        await turnOfTheEventLoop()
        again = false
        await run()
      }
    } catch (error) {
      onError(error)
    } finally {
      running = false
    }
  }
}

const first = 1_000
const longest = 60 * 60 * 1_000

/**
 * Returns the delay in ms after the `attempts`-th consecutive failure: a second, doubled each time up to an hour, with 50% jitter so that
 * jobs that failed together are not retried together.
 */
export const retryDelay = (attempts: number, random: () => number = Math.random): number => {
  const full = Math.min(longest, first * 2 ** (attempts - 1))
  return Math.round(full / 2 + (full / 2) * random())
}

export type WorkerOptions = {
  /** Number of concurrent jobs. Default: 4. */
  concurrency?: number
  /** After how long, in ms, others may take the job of a worker that no longer prolongs its lease. Default: 30 s. */
  lease?: number
  /** Maximum number of attempts before a job is dead. Default: 12, about two hours. */
  maxAttempts?: number
  /** Polling interval for delayed jobs and those of other processes, in ms. Default: 1 s. */
  poll?: number
  /** The wait after a number of failures, in ms. */
  delayAfter?: (attempts: number) => number
}

export type Worker = {
  /** Checks for due jobs immediately. */
  wake: () => void
  /** Stops claiming jobs, drains running ones for `patience` ms (8 s by default), then aborts their signals. */
  stop: (patience?: number) => Promise<void>
}

type WorkerParts = {
  db: Kysely<OutboxTables>
  handlers: ReadonlyMap<string, Handler>
  logger: Logger
  now: () => number
  /** `lost`: another worker has taken the job, or how it ended could not be written down. */
  countOutcome: (outcome: Ended | 'lost') => void
}

/** Starts taking jobs. Every job runs at least once; twice only when a worker died, or hung for the length of its lease. */
export const startWorker = (
  { db, handlers, logger, now, countOutcome }: WorkerParts,
  { concurrency = 4, lease = 30_000, maxAttempts = 12, poll = 1_000, delayAfter = retryDelay }: WorkerOptions = {},
): Worker => {
  const kinds = [...handlers.keys()]
  if (kinds.length === 0) throw new TypeError('A worker needs a handler for one kind of job at least.')
  const attemptJob = createAttemptJob({ db, handlers, logger, now, maxAttempts, delayAfter })
  const running = new Set<Promise<void>>()
  /** Queries in flight that may claim jobs. The database must not be closed under them. */
  const reading = new Set<Promise<unknown>>()
  const abort = new AbortController()
  let stopping = false

  const read = <Read>(query: Promise<Read>): Promise<Read> => {
    const ended = query.finally(() => reading.delete(ended))
    reading.add(ended)
    return ended
  }

  const couldNotRead = (error: unknown): void => logger.error({ err: error }, 'the outbox could not be read')

  /** Fills the free places with due jobs. */
  const fill = async (): Promise<void> => {
    const free = concurrency - running.size
    if (stopping || free <= 0) return
    const at = now()
    const jobs = await read(claimJobs(db, { kinds, limit: free, leaseEnd: at + lease, now: at }))
    for (const job of jobs) {
      const run = runJob(job).finally(() => {
        running.delete(run)
        void look()
      })
      running.add(run)
    }
  }
  const look = oneAtATime(fill, couldNotRead)

  const runJob = async (job: OutboxRow): Promise<void> => {
    const { lost, end } = holdLease(job, { db, logger, now, lease })
    try {
      const ended = await attemptJob(job, AbortSignal.any([lost, abort.signal]))
      countOutcome(lost.aborted ? 'lost' : ended)
    } catch (error) {
      // The database does not answer: the lease runs out, and the job is run again.
      logger.error({ err: error, job: job.id, kind: job.kind }, 'how a job ended could not be written down')
      countOutcome('lost')
    } finally {
      end()
    }
  }

  /** A query that is in flight when the worker stops may still claim jobs, which then run. */
  const idle = async (): Promise<void> => {
    while (reading.size + running.size > 0) await Promise.allSettled([...reading, ...running])
  }

  /** Waits for the running jobs, for `patience` ms at most. */
  const allEnded = async (patience: number): Promise<void> => {
    const waited = new AbortController()
    const tooLong = sleep(patience, undefined, { signal: waited.signal }).catch(() => {})
    await Promise.race([idle(), tooLong])
    waited.abort()
  }

  const wake = () => void look()
  const listenNoMore = onInsertCommitted(db, 'outbox', wake)
  const polling = setInterval(
    () => read(isAnyDue(db, kinds, now())).then(isDue => (isDue ? look() : undefined), couldNotRead),
    poll,
  )
  wake()

  return {
    wake,
    stop: async (patience = 8_000) => {
      stopping = true
      listenNoMore()
      clearInterval(polling)
      await allEnded(patience)
      abort.abort(new Error('The worker is stopping.'))
      await allEnded(500)
    },
  }
}
