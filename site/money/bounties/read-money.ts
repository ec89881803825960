import { type Kysely, sql } from 'kysely'
import type { Amount } from '../../kit/amounts/index.ts'
import type { ContributionTables } from '../contributions/index.ts'
import { type Fund, type LedgerTables, readFund } from '../ledger/index.ts'
import type { Source } from './sources.ts'
import type { BountyTables } from './tables.ts'

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
