import type { Kysely } from 'kysely'
import { deleteInSteps } from '../database/index.ts'
import type { Metrics } from '../health/index.ts'
import type { Logger } from '../logging/index.ts'
import type { Handler, JobInfo } from './attempt-job.ts'
import { type Figures, insertJob, readFigures, reviveJob } from './job-store.ts'
import type { OutboxRow, OutboxTables } from './tables.ts'
import { startWorker, type Worker, type WorkerOptions } from './worker.ts'

/** Payloads by job kind, such as `{ mail: { to: string; subject: string } }`. Serialized as JSON. */
export type JobPayloads = Record<string, unknown>

export type Job<Payloads extends JobPayloads> = {
  [Kind in keyof Payloads & string]: {
    kind: Kind
    payload: Payloads[Kind]
    /** Minimum delay in ms. Defaults to 0. */
    delay?: number
    /** While a job of this kind and key waits, another one is not added. */
    key?: string
  }
}[keyof Payloads & string]

export type Handlers<Payloads extends JobPayloads> = {
  [Kind in keyof Payloads & string]?: (payload: Payloads[Kind], job: JobInfo) => Promise<unknown>
}

export type DeadLetter = Pick<OutboxRow, 'id' | 'kind' | 'key' | 'payload' | 'attempts' | 'last_error' | 'enqueued_at'>

/** A worker of this process is woken for a job that waits this many ms at most; it finds others when it looks by itself. */
const longestWake = 10_000

export type Outbox<Payloads extends JobPayloads> = {
  /**
   * Adds a job in the caller's transaction: it will run if, and only if, that commits. A worker of this process wakes at
   * the commit.
   */
  enqueue: <T extends OutboxTables>(tx: Kysely<T>, job: Job<Payloads>) => Promise<void>
  /**
   * Starts running jobs of the kinds that have a handler. A handler that throws is tried again, later and later; one that
   * throws `GiveUp` is not. A handler may run twice for one job: a process may die after the work and before it has
   * noted that it is done.
   */
  startWorker: (handlers: Handlers<Payloads>, options?: WorkerOptions) => Worker
  figures: () => Promise<Figures>
}

/**
 * Transactional outbox of a database (its migrations must include `outboxMigrations`): external effects, such as mails, requests and
 * refreshes of facts, are enqueued with the rows they belong to and performed by workers afterwards.
 */
export const createOutbox = <Payloads extends JobPayloads, T extends OutboxTables = OutboxTables>(
  handle: Kysely<T>,
  { logger, metrics, now }: { logger: Logger; metrics?: Metrics; now: () => number },
): Outbox<Payloads> => {
  const db = asOutbox(handle)
  const countOutcome = metrics?.counter('outbox_attempts_total', 'Attempts at jobs by their outcome.', 'outcome')
  const figures = () => readFigures(db, now())
  metrics?.gauge('outbox_waiting_jobs', 'Jobs that wait or run.', async () => (await figures()).waiting)
  metrics?.gauge('outbox_dead_jobs', 'Jobs that were given up.', async () => (await figures()).dead)
  metrics?.gauge(
    'outbox_oldest_due_seconds',
    'For how long the most overdue job has been due.',
    async () => (await figures()).oldestDue / 1_000,
  )
  const workers: Worker[] = []
  return {
    enqueue: async (tx, job) => {
      await enqueueJob(tx, job, now())
      const { delay = 0 } = job
      if (delay <= 0 || delay > longestWake) return
      const wakeAll = () => {
        for (const { wake } of workers) wake()
      }
      setTimeout(wakeAll, delay + 1).unref()
    },
    startWorker: (handlers, options) => {
      const worker = startWorker(
        {
          db,
          handlers: new Map(Object.entries(handlers) as [string, Handler][]),
          logger,
          now,
          countOutcome: outcome => countOutcome?.(outcome),
        },
        options,
      )
      workers.push(worker)
      return worker
    },
    figures,
  }
}

/** Adds a job in the caller's transaction, like `enqueue`, where there is no outbox at hand. `now` in epoch ms. */
export const enqueueJob = <T extends OutboxTables>(
  tx: Kysely<T>,
  { kind, payload, delay = 0, key }: { kind: string; payload: unknown; delay?: number; key?: string },
  now: number,
): Promise<void> => insertJob(asOutbox(tx), { kind, payload, runAt: now + delay, key: key ?? null }, now)

/** Jobs that were given up, the latest first. */
export const listDeadLetters = <T extends OutboxTables>(db: Kysely<T>, limit: number): Promise<DeadLetter[]> =>
  asOutbox(db)
    .selectFrom('outbox')
    .select(['id', 'kind', 'key', 'payload', 'attempts', 'last_error', 'enqueued_at'])
    .where('state', '=', 'dead')
    .orderBy('due_at', 'desc')
    .limit(limit)
    .execute()

/** Retries a failed job from the start. @returns false if there is no such job. */
export const reviveDeadLetter = <T extends OutboxTables>(db: Kysely<T>, id: string, now: number): Promise<boolean> =>
  reviveJob(asOutbox(db), id, now)

/** Removes jobs that were given up and had been enqueued before a moment, in epoch milliseconds. */
export const deleteDeadLetters = async <T extends OutboxTables>(db: Kysely<T>, before: number): Promise<void> => {
  const old = asOutbox(db)
    .selectFrom('outbox')
    .select('id')
    .where('state', '=', 'dead')
    .where('enqueued_at', '<', before)
  await deleteInSteps(asOutbox(db), (tx, most) =>
    tx.deleteFrom('outbox').where('id', 'in', old.limit(most)).where('state', '=', 'dead').executeTakeFirstOrThrow(),
  )
}

/** Narrows the database to the outbox's own tables. */
const asOutbox = <T extends OutboxTables>(db: Kysely<T>): Kysely<OutboxTables> => db
