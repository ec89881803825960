import type { OutboxTables } from '@corroborate/server-kit/outbox'
import { type Kysely, sql } from 'kysely'
import type { Amount } from '../../kit/amounts/format.ts'
import type { Doi } from '../../kit/doi/index.ts'
import { type ClaimTables, type Hold, readHolds } from '../../readers/claims/index.ts'
import type { ContributionTables } from '../contributions/index.ts'
import { bountyOf, type Fund } from '../ledger/accounts.ts'
import { type EntryKind, type LedgerTables, readFund } from '../ledger/store.ts'
import type { Source } from './sources.ts'
import { type BountyState, type BountyTables, bountyState, wayOut } from './tables.ts'

/** Tables with fund balances and the sources of their money. */
export type MoneyTables = BountyTables & ContributionTables & LedgerTables
type MoneyDb = Kysely<MoneyTables>

/** Returns a fund's available balance by currency: the ledger balance less pending refunds. Omits empty currencies. */
export const readAvailable = async (db: MoneyDb, fund: Fund): Promise<Amount[]> => {
  const [held, going] = await Promise.all([
    readFund(db, fund),
    db
      .selectFrom('returns')
      .select(['currency', ({ fn }) => fn.sum('amount').as('amount')])
      .where('fund', '=', fund)
      .where('state', '=', 'planned')
      .groupBy('currency')
      .execute(),
  ])
  return held
    .map(({ amount, currency }) => ({
      currency,
      amount: amount - Number(going.find(row => row.currency === currency)?.amount ?? 0),
    }))
    .filter(({ amount }) => amount > 0)
}

export const availableOf = (available: readonly Amount[], currency: string): number =>
  available.find(money => money.currency === currency)?.amount ?? 0

/** Returns the sources of a fund's money with their remaining amounts. */
export const readSources = async (db: MoneyDb, fund: Fund): Promise<Source[]> => {
  const [contributions, topUps, taken] = await Promise.all([
    db
      .selectFrom('contributions')
      .select(['id', 'paid_amount', 'paid_currency', 'paid_at', 'refunded', 'disputed'])
      .where('fund', '=', fund)
      .where('state', '=', sql.lit('paid' as const))
      .execute(),
    db.selectFrom('top_ups').selectAll().where('fund', '=', fund).execute(),
    readTaken(db, fund),
  ])
  return [
    ...contributions.map(row => ({
      kind: 'contribution' as const,
      id: row.id,
      currency: row.paid_currency ?? 'usd',
      since: row.paid_at ?? 0,
      left: row.paid_amount - row.refunded - row.disputed - (taken.get(`contribution ${row.id}`) ?? 0),
    })),
    ...topUps.map(({ id, amount, currency, at }) => ({
      kind: 'top-up' as const,
      id,
      currency,
      since: at,
      left: amount - (taken.get(`top-up ${id}`) ?? 0),
    })),
  ]
}

/**
 * Returns the amount of each source that is promised, paid, being refunded or moved to the pool. Completed refunds are in the contribution
 * itself.
 */
const readTaken = async (db: MoneyDb, fund: Fund): Promise<Map<string, number>> => {
  const uses = db.selectFrom('money_uses').select(['kind', 'source', 'amount']).where('fund', '=', fund)
  const returns = db
    .selectFrom('returns')
    .select(['kind', 'source', 'amount'])
    .where('fund', '=', fund)
    .where('state', 'in', ['planned', 'to-pool'])
  const taken = new Map<string, number>()
  for (const { kind, source, amount } of [...(await uses.execute()), ...(await returns.execute())])
    taken.set(`${kind} ${source}`, (taken.get(`${kind} ${source}`) ?? 0) + amount)
  return taken
}

export type BountyDatabase = BountyTables & ContributionTables & LedgerTables & ClaimTables & OutboxTables
type Db = Kysely<BountyDatabase>

export type BountyStatus = {
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
export const readBountyStatus = async (db: Db, doi: Doi, now: number): Promise<BountyStatus> => {
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
