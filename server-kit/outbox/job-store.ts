import { randomUUID } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { engineOf, isUniqueViolation, prepareStatement } from '../database/index.ts'
import { tracing } from '../tracing/index.ts'
import type { JobState, OutboxRow, OutboxTables } from './tables.ts'

export type NewJob = { kind: string; payload: unknown; runAt: number; key: string | null }

export type Figures = {
  /** Jobs that wait or run. */
  waiting: number
  dead: number
  /** For how long the most overdue job has been due, in ms. */
  oldestDue: number
}

type Db = Kysely<OutboxTables>

/** SQL literals rather than parameters, without which the engines could not use a partial index. */
const waiting = sql.lit<JobState>('waiting')
const dead = sql.lit<JobState>('dead')

/** Adds a job in the caller's transaction. A job of the same kind and key that waits already takes the earlier time. */
export const insertJob = async (tx: Db, { kind, payload, runAt, key }: NewJob, now: number): Promise<void> => {
  await jobInserted(tx, randomUUID(), kind, key, JSON.stringify(payload), runAt, now, traceOf(runAt - now))
}

/** A job due much later, such as a self-scheduled one, is not part of the enqueueing request's trace. */
const longestTraced = 60 * 60_000

const traceOf = (delay: number): string | null => (delay < longestTraced ? tracing().traceparent() : null)

const jobInserted = prepareStatement(
  (
    db: Db,
    id: string,
    kind: string,
    key: string | null,
    payload: string,
    runAt: number,
    now: number,
    trace: string | null,
  ) =>
    db
      .insertInto('outbox')
      .values({
        id,
        kind,
        key,
        payload,
        state: 'waiting',
        due_at: runAt,
        attempts: 0,
        claim: null,
        last_error: null,
        enqueued_at: now,
        trace,
      })
      .onConflict(conflict =>
        conflict
          .columns(['kind', 'key'])
          .where('state', '=', waiting)
          .doUpdateSet({ due_at: runAt })
          .where('outbox.due_at', '>', runAt),
      ),
)

/** True when a claim would find something. Takes no lock. */
export const isAnyDue = async (db: Db, kinds: readonly string[], now: number): Promise<boolean> => {
  const due = db.selectFrom('outbox').select('id').where('state', '<>', dead).where('due_at', '<=', now)
  return (await due.where('kind', 'in', kinds).limit(1).executeTakeFirst()) !== undefined
}

/**
 * Claims up to `limit` due jobs for a worker until `leaseEnd`: pending ones, and those with an expired lease. A single statement, so that
 * no job is claimed twice.
 */
export const claimJobs = async (
  db: Db,
  { kinds, limit, leaseEnd, now }: { kinds: readonly string[]; limit: number; leaseEnd: number; now: number },
): Promise<OutboxRow[]> => {
  const postgres = engineOf(db) === 'postgres'
  return await db
    .with(
      cte => cte('due').materialized(),
      qb =>
        qb
          .selectFrom('outbox')
          .select('id')
          .where('state', '<>', dead)
          .where('due_at', '<=', now)
          .where('kind', 'in', kinds)
          .orderBy('due_at')
          .limit(limit)
          .$if(postgres, query => query.forUpdate().skipLocked()),
    )
    .updateTable('outbox')
    .set(eb => ({ state: 'running', due_at: leaseEnd, claim: randomUUID(), attempts: eb('attempts', '+', 1) }))
    .where('id', 'in', qb => qb.selectFrom('due').select('id'))
    .returningAll()
    .execute()
}

type Claimed = Pick<OutboxRow, 'id' | 'claim'>

/** Prolongs a lease. @returns false when the job is no longer this worker's. */
export const prolongLease = async (db: Db, { id, claim }: Claimed, leaseEnd: number): Promise<boolean> => {
  const update = db.updateTable('outbox').set({ due_at: leaseEnd }).where('id', '=', id).where('claim', '=', claim)
  return (await update.executeTakeFirst()).numUpdatedRows > 0n
}

/** The job is done. */
export const removeJob = async (db: Db, { id, claim }: Claimed): Promise<void> => {
  await db.deleteFrom('outbox').where('id', '=', id).where('claim', '=', claim).execute()
}

/** Reschedules a failed job, or drops it if a newer one with the same key is pending. */
export const retryJob = async (db: Db, { id, claim }: Claimed, error: string, dueAt: number): Promise<void> => {
  try {
    await db
      .updateTable('outbox')
      .set({ state: 'waiting', due_at: dueAt, claim: null, last_error: error })
      .where('id', '=', id)
      .where('claim', '=', claim)
      .execute()
  } catch (failure) {
    if (!isUniqueViolation(failure)) throw failure
    await removeJob(db, { id, claim })
  }
}

/** Marks a job as permanently failed, with its last error. */
export const buryJob = async (db: Db, { id, claim }: Claimed, error: string): Promise<void> => {
  await db
    .updateTable('outbox')
    .set({ state: 'dead', claim: null, last_error: error })
    .where('id', '=', id)
    .where('claim', '=', claim)
    .execute()
}

/**
 * Retries a dead job from the start, or drops it if another with the same key is pending.
 * @returns false if there is no such dead job.
 */
export const reviveJob = async (db: Db, id: string, now: number): Promise<boolean> => {
  try {
    const deadJob = db.updateTable('outbox').where('id', '=', id).where('state', '=', dead)
    const { numUpdatedRows } = await deadJob.set({ state: 'waiting', due_at: now, attempts: 0 }).executeTakeFirst()
    return numUpdatedRows > 0n
  } catch (failure) {
    if (!isUniqueViolation(failure)) throw failure
    await db.deleteFrom('outbox').where('id', '=', id).where('state', '=', dead).execute()
    return true
  }
}

export const readFigures = async (db: Db, now: number): Promise<Figures> => {
  const row = await db
    .selectFrom('outbox')
    .select(({ fn, eb }) => [
      fn.countAll<number>().filterWhere('state', '<>', dead).as('waiting'),
      fn.countAll<number>().filterWhere('state', '=', dead).as('dead'),
      fn.min(eb.case().when('state', '<>', dead).then(eb.ref('due_at')).end()).as('due'),
    ])
    .executeTakeFirstOrThrow()
  return { waiting: row.waiting, dead: row.dead, oldestDue: row.due === null ? 0 : Math.max(0, now - row.due) }
}
