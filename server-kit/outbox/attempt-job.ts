import type { Kysely } from 'kysely'
import { messageOf } from '../error-message/index.ts'
import { type Logger, scrubText } from '../logging/index.ts'
import { tracing } from '../tracing/index.ts'
import { buryJob, removeJob, retryJob } from './job-store.ts'
import type { OutboxRow, OutboxTables } from './tables.ts'

/** Throw it in a handler when trying again cannot help: the job is dead at once, and kept. */
export class GiveUp extends Error {
  override name = 'GiveUp'
}

/** Job metadata for handlers. */
export type JobInfo = {
  /** The same in every attempt: an idempotency key for services that take one. */
  id: string
  key: string | null
  /** Time of enqueueing, in epoch ms. */
  enqueuedAt: number
  /** 1 in the first attempt. */
  attempt: number
  /** Aborted when the worker can wait no longer, or has lost the job to another. */
  signal: AbortSignal
}

export type Handler = (payload: unknown, job: JobInfo) => Promise<unknown>

type Parts = {
  db: Kysely<OutboxTables>
  handlers: ReadonlyMap<string, Handler>
  logger: Logger
  now: () => number
  maxAttempts: number
  /** The wait after a number of failures, in ms. */
  delayAfter: (attempts: number) => number
}

/** Recorded result of a job attempt. */
export type Ended = 'done' | 'retried' | 'dead'

/** Runs a job's handler and records the result. @throws database errors */
export const createAttemptJob = ({ db, handlers, logger, now, maxAttempts, delayAfter }: Parts) => {
  const noteFailure = async (job: OutboxRow, error: unknown): Promise<Ended> => {
    const about = { job: job.id, kind: job.kind, attempt: job.attempts, err: error }
    const reason = scrubText(messageOf(error)).slice(0, 1_000)
    if (error instanceof GiveUp || job.attempts >= maxAttempts) {
      logger.error(about, 'a job failed: given up')
      await buryJob(db, job, reason)
      return 'dead'
    }
    const delay = delayAfter(job.attempts)
    logger.warn({ ...about, delay }, 'a job failed: it will be tried again')
    await retryJob(db, job, reason, now() + delay)
    return 'retried'
  }

  return async (job: OutboxRow, signal: AbortSignal): Promise<Ended> => {
    const { id, kind, key, attempts, enqueued_at: enqueuedAt } = job
    if (attempts > maxAttempts) {
      logger.error({ job: id, kind, attempt: attempts }, 'a job ended its worker each time: given up')
      await buryJob(db, job, job.last_error ?? 'Its worker ended before it did, each time.')
      return 'dead'
    }
    const attributes = { 'messaging.system': 'outbox', 'messaging.destination.name': kind, attempt: attempts }
    try {
      // A child span of the enqueueing request, regardless of the delay.
      await tracing().span(`job ${kind}`, { kind: 'consumer', attributes, parent: job.trace }, async () =>
        handlers.get(kind)?.(JSON.parse(job.payload), { id, key, enqueuedAt, attempt: attempts, signal }),
      )
    } catch (error) {
      return await noteFailure(job, error)
    }
    await removeJob(db, job)
    return 'done'
  }
}
