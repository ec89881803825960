import { enqueueJob, type OutboxTables } from '@corroborate/server-kit/outbox'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Amount } from '../../kit/amounts/format.ts'
import type { Doi } from '../../kit/doi/index.ts'
import { type ClaimTables, readClaimants } from '../../readers/claims/index.ts'
import type { ContributionTables } from '../contributions/index.ts'
import type { Fund } from '../ledger/accounts.ts'

/** Notification topics for contributors and claimants of a bounty. */
export type BountyTopic =
  | 'held'
  | 'open-again'
  | 'awarded'
  | 'award-back'
  | 'paid'
  | 'came-back'
  | 'expiring'
  | 'to-pool'
  | 'held-for-you'
  | 'awarded-elsewhere'
  | 'offered-again'
  | 'gone'

/** Recipient, referenced by contribution or claim, so that the address is read when the mail is sent. */
export type BountyReader = { kind: 'contribution' | 'claim'; id: string }

export type BountyMail = {
  about: BountyTopic
  to: BountyReader
  /** Null: the pool. */
  doi: Doi | null
  money: Amount[]
  /** A day that it names, epoch ms; null where it names none. */
  until: number | null
}

export type BountyJobs = {
  /** Recomputes a paper's bounty state and sends notifications of a change. */
  'bounties.look': { doi: Doi }
  'bounties.mail': BountyMail
}

type Tx<T extends OutboxTables> = Transaction<T>

/** Schedules a bounty's recomputation if the caller's transaction commits. */
export const planLook = <T extends OutboxTables>(tx: Tx<T>, doi: Doi, now: number): Promise<void> =>
  enqueueJob(tx, { kind: 'bounties.look' satisfies keyof BountyJobs, payload: { doi } }, now)

/** Schedules bounty notifications, one for each recipient, if the caller's transaction commits. */
export const planBountyMails = async <T extends OutboxTables>(
  tx: Tx<T>,
  mail: Omit<BountyMail, 'to'>,
  readers: readonly BountyReader[],
  now: number,
): Promise<void> => {
  for (const to of readers) {
    const payload: BountyMail = { ...mail, to }
    await enqueueJob(tx, { kind: 'bounties.mail' satisfies keyof BountyJobs, payload }, now)
  }
}

type Tables = ContributionTables & ClaimTables
type Db = Kysely<Tables>

/** Recipients of a bounty notification, by side, without duplicates. */
export type BountyReaders = { contributors: BountyReader[]; claimants: BountyReader[] }

/**
 * Returns everyone with an unrefunded contribution to a bounty and everyone with an active claim on its paper. Deduplicates by address, so
 * that repeat contributors and contributing claimants get one mail. `except`: accounts notified by another mail.
 */
export const readReaders = async (
  db: Db,
  fund: Fund,
  doi: string,
  except: readonly string[] = [],
): Promise<BountyReaders> => {
  const given = await db
    .selectFrom('contributions')
    .select(['id', 'email'])
    .where('fund', '=', fund)
    .where('state', '=', sql.lit('paid' as const))
    .where('email', 'is not', null)
    .whereRef('refunded', '<', 'paid_amount')
    .orderBy('paid_at')
    .orderBy('id')
    .execute()
  const claims = await readClaimants(db, doi)
  const seen = new Set<string>()
  const isNew = (email: string | null): boolean => {
    const key = (email ?? '').toLowerCase()
    if (seen.has(key)) return false
    seen.add(key)
    return true
  }
  for (const { email, claimant } of claims) if (claimant !== null && except.includes(claimant)) isNew(email)
  return {
    contributors: given.flatMap(({ id, email }) => (isNew(email) ? [{ kind: 'contribution' as const, id }] : [])),
    claimants: claims.flatMap(({ id, email }) => (isNew(email) ? [{ kind: 'claim' as const, id }] : [])),
  }
}
