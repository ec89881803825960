import type { OutboxTables } from '@corroborate/server-kit/outbox'
import type { Kysely } from 'kysely'
import type { Amount } from '../../kit/amounts/index.ts'
import type { Doi } from '../../kit/doi/index.ts'
import { type ClaimTables, type Hold, readHolds } from '../../readers/claims/index.ts'
import type { ContributionTables } from '../contributions/index.ts'
import { bountyOf, type EntryKind, type LedgerTables } from '../ledger/index.ts'
import { readAvailable } from './read-money.ts'
import { type BountyState, bountyState, wayOut } from './state.ts'
import type { BountyTables } from './tables.ts'

export type BountyDatabase = BountyTables & ContributionTables & LedgerTables & ClaimTables & OutboxTables
type Db = Kysely<BountyDatabase>

export type BountyStanding = {
  state: BountyState
  /** Money not awarded yet. */
  available: Amount[]
  /** Money awarded but not paid yet, and money paid. */
  owed: Amount[]
  paid: Amount[]
  /** The claims that hold it, the first claimed first. */
  holds: Hold[]
}

/** Reads where the bounty of a paper stands. */
export const readStanding = async (db: Db, doi: Doi, now: number): Promise<BountyStanding> => {
  const fund = bountyOf(doi)
  const [available, holds, sums, last, lastReturn] = await Promise.all([
    readAvailable(db, fund),
    readHolds(db, doi, now),
    db
      .selectFrom('ledger')
      .select(['kind', 'currency', ({ fn }) => fn.sum('amount').as('amount')])
      .where('fund', '=', fund)
      .where('kind', 'in', ['award', 'award-withdrawn', 'payout', 'payout-failed'])
      .groupBy(['kind', 'currency'])
      .orderBy('currency')
      .execute(),
    db
      .selectFrom('ledger')
      .select('kind')
      .where('fund', '=', fund)
      .where('kind', 'in', ['payout', 'refund', 'expiry'])
      .orderBy('booked_at', 'desc')
      .orderBy('entry', 'desc')
      .limit(1)
      .executeTakeFirst(),
    db
      .selectFrom('returns')
      .select('reason')
      .where('fund', '=', fund)
      .where('settled_at', 'is not', null)
      .orderBy('settled_at', 'desc')
      .limit(1)
      .executeTakeFirst(),
  ])
  const of = (signs: Partial<Record<EntryKind, 1 | -1>>): Amount[] => {
    const all = new Map<string, number>()
    for (const { kind, currency, amount } of sums)
      all.set(currency, (all.get(currency) ?? 0) + (signs[kind] ?? 0) * Number(amount))
    return [...all].map(([currency, amount]) => ({ amount, currency })).filter(({ amount }) => amount > 0)
  }
  const owed = of({ award: 1, 'award-withdrawn': -1, payout: -1, 'payout-failed': 1 })
  const paid = of({ payout: 1, 'payout-failed': -1 })
  const state = bountyState({
    hasMoney: available.length > 0,
    isHeld: holds.length > 0,
    owes: owed.length > 0,
    lastWayOut: last === undefined ? null : wayOut(last.kind, lastReturn?.reason ?? null),
  })
  return { state, available, owed, paid, holds }
}
