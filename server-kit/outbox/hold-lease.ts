import type { Kysely } from 'kysely'
import type { Logger } from '../logging/index.ts'
import { prolongLease } from './job-store.ts'
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
export const holdLease = (job: OutboxRow, { db, logger, now, lease }: Parts): Lease => {
  const lost = new AbortController()
  const heartbeat = setInterval(() => {
    prolongLease(db, job, now() + lease).then(
      ours => ours || lost.abort(new Error('Another worker has taken the job.')),
      error => logger.warn({ err: error, job: job.id }, 'a lease could not be prolonged'),
    )
  }, lease / 3)
  return { lost: lost.signal, end: () => clearInterval(heartbeat) }
}
