import { enqueueJob, type Outbox, type OutboxTables } from '@corroborate/server-kit/outbox'
import type { Transaction } from 'kysely'
import type { Doi } from '../../kit/doi/index.ts'
import { remindBefore } from './rules.ts'

/** A claim, and until when it stood when the job was planned: one that was renewed has jobs of its own. */
export type ClaimJob = { id: string; until: number }
export type ClaimJobs = { 'claims.remind': ClaimJob; 'claims.lapse': ClaimJob }

/** Schedules the expiry jobs of a claim, in the transaction that sets its end. */
export type PlanEnd = <T extends OutboxTables>(tx: Transaction<T>, claim: ClaimJob, now: number) => Promise<void>

export const createPlanEnd =
  (outbox: Pick<Outbox<ClaimJobs>, 'enqueue'>): PlanEnd =>
  async (tx, { id, until }, now) => {
    const payload = { id, until }
    await outbox.enqueue(tx, { kind: 'claims.remind', payload, delay: Math.max(0, until - remindBefore - now) })
    await outbox.enqueue(tx, { kind: 'claims.lapse', payload, delay: Math.max(0, until - now) })
  }

/**
 * Schedules a recomputation of the paper's bounty, which a claim holds, after a claim changed in the caller's transaction. The job is
 * defined in `bounties/`, which depends on claims and so cannot be imported here.
 */
export const planBountyLook = <T extends OutboxTables>(
  tx: Transaction<T>,
  doi: Doi,
  now: number,
  delay = 0,
): Promise<void> => enqueueJob(tx, { kind: 'bounties.look', payload: { doi }, delay }, now)
