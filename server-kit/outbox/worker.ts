import { setTimeout as sleep } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { onInsertCommitted } from '../database/index.ts'
import { type Logger, scrubText } from '../logging/index.ts'
import { buryJob, claimJobs, isAnyDue, prolongLease, removeJob, retryJob } from './job-store.ts'
import { retryDelay } from './retry-delay.ts'
import type { OutboxRow, OutboxTables } from './tables.ts'

/** Throw it in a handler when trying again cannot help: the job is dead at once, and kept. */
export class GiveUp extends Error {
  override name = 'GiveUp'
}

/** What a handler may know about its job. */
export type JobInfo = {
  /** The same in every attempt: an idempotency key for services that take one. */
  id: string
  key: string | null
  /** When somebody wanted it, in epoch ms. */
  enqueuedAt: number
  /** 1 in the first attempt. */
  attempt: number
  /** Aborted when the worker can wait no longer, or has lost the job to another. */
  signal: AbortSignal
}

export type Handler = (payload: unknown, job: JobInfo) => Promise<unknown>

export type WorkerOptions = {
  /** How many jobs run at once. Default: 4. */
  concurrency?: number
  /** After how long, in ms, others may take the job of a worker that no longer prolongs its lease. Default: 30 s. */
  lease?: number
  /** How many attempts a job has before it is dead. Default: 12, some two hours. */
  maxAttempts?: number
  /** How often to look for jobs of other processes and for delayed ones, in ms. Default: 1 s. */
  poll?: number
  /** The wait after a number of failures, in ms. */
  delayAfter?: (attempts: number) => number
}

export type Worker = {
  /** Lets it look for due jobs now. */
  wake: () => void
  /** Takes no more jobs, lets the running ones finish for `patience` ms (8 s by default), then aborts their signals. */
  stop: (patience?: number) => Promise<void>
}

type Outcome = 'done' | 'retried' | 'dead' | 'lost'

type WorkerParts = {
  db: Kysely<OutboxTables>
  handlers: ReadonlyMap<string, Handler>
  logger: Logger
  now: () => number
  countOutcome: (outcome: Outcome) => void
}

const turnOfTheEventLoop = (): Promise<void> => new Promise(resolve => setImmediate(resolve))

/** Starts taking jobs. Every job runs at least once; twice only when a worker died, or hung for the length of its lease. */
export const startWorker = (
  { db, handlers, logger, now, countOutcome }: WorkerParts,
  { concurrency = 4, lease = 30_000, maxAttempts = 12, poll = 1_000, delayAfter = retryDelay }: WorkerOptions = {},
): Worker => {
  const kinds = [...handlers.keys()]
  if (kinds.length === 0) throw new TypeError('A worker needs a handler for one kind of job at least.')
  const running = new Set<Promise<void>>()
  const abort = new AbortController()
  let stopping = false
  let looking = false
  let lookAgain = false

  /** Fills the free places with due jobs. A call while this runs makes it look once more. */
  const look = async (): Promise<void> => {
    if (looking) {
      lookAgain = true
      return
    }
    looking = true
    try {
      do {
        // Jobs that end in the same turn of the event loop are followed by one claim for all of their places.
        await turnOfTheEventLoop()
        lookAgain = false
        await fill()
      } while (lookAgain)
    } catch (error) {
      logger.error({ err: error }, 'the outbox could not be read')
    } finally {
      looking = false
    }
  }

  const fill = async (): Promise<void> => {
    const free = concurrency - running.size
    if (stopping || free <= 0) return
    const at = now()
    const jobs = await claimJobs(db, { kinds, limit: free, leaseEnd: at + lease, now: at })
    for (const job of jobs) {
      const run = runJob(job).finally(() => {
        running.delete(run)
        void look()
      })
      running.add(run)
    }
  }

  const runJob = async (job: OutboxRow): Promise<void> => {
    const lost = new AbortController()
    const heartbeat = setInterval(() => {
      prolongLease(db, job, now() + lease).then(
        ours => ours || lost.abort(new Error('Another worker has taken the job.')),
        error => logger.warn({ err: error, job: job.id }, 'a lease could not be prolonged'),
      )
    }, lease / 3)
    let outcome: Outcome
    try {
      outcome = await attempt(job, AbortSignal.any([lost.signal, abort.signal]))
      if (lost.signal.aborted) outcome = 'lost'
    } catch (error) {
      // The database does not answer: the lease runs out, and the job is run again.
      logger.error({ err: error, job: job.id, kind: job.kind }, 'what became of a job could not be written down')
      outcome = 'lost'
    } finally {
      clearInterval(heartbeat)
    }
    countOutcome(outcome)
  }

  const attempt = async (job: OutboxRow, signal: AbortSignal): Promise<Outcome> => {
    const about = { job: job.id, kind: job.kind, attempt: job.attempts }
    if (job.attempts > maxAttempts) {
      logger.error(about, 'a job ended its worker each time: given up')
      await buryJob(db, job, job.last_error ?? 'Its worker ended before it did, each time.')
      return 'dead'
    }
    try {
      const { id, key, attempts, enqueued_at: enqueuedAt } = job
      await handlers.get(job.kind)?.(JSON.parse(job.payload), { id, key, enqueuedAt, attempt: attempts, signal })
    } catch (error) {
      const reason = scrubText(error instanceof Error ? error.message : String(error)).slice(0, 1_000)
      if (error instanceof GiveUp || job.attempts >= maxAttempts) {
        logger.error({ ...about, err: error }, 'a job failed: given up')
        await buryJob(db, job, reason)
        return 'dead'
      }
      const delay = delayAfter(job.attempts)
      logger.warn({ ...about, err: error, delay }, 'a job failed: it will be tried again')
      await retryJob(db, job, reason, now() + delay)
      return 'retried'
    }
    await removeJob(db, job)
    return 'done'
  }

  /** Waits for the running jobs, for `patience` ms at most. */
  const allEnded = async (patience: number): Promise<void> => {
    const waited = new AbortController()
    const tooLong = sleep(patience, undefined, { signal: waited.signal }).catch(() => {})
    await Promise.race([Promise.allSettled(running), tooLong])
    waited.abort()
  }

  const wake = () => void look()
  const listenNoMore = onInsertCommitted(db, 'outbox', wake)
  const polling = setInterval(async () => {
    try {
      if (await isAnyDue(db, kinds, now())) await look()
    } catch (error) {
      logger.error({ err: error }, 'the outbox could not be read')
    }
  }, poll)
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
