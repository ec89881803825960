import type { ExpressionBuilder, Kysely } from 'kysely'
import type { Amount } from '../../kit/amounts/index.ts'
import type { ContributionTables } from '../contributions/index.ts'
import { doiOfFund, type EntryKind, type Fund, type LedgerTables } from '../ledger/index.ts'
import type { PaymentTables } from '../payments/index.ts'
import type { BookLine, BookSums } from './model.ts'

export type BookTables = LedgerTables & PaymentTables & ContributionTables

/** Which lines: of one fund or of all, so many, after so many, the newest first. */
export type Which = { fund: Fund | null; limit: number; offset: number }

/** Lines of the books, without whose they are: a name only where its owner wished it and a moderator let it through. */
export const readLines = async (db: Kysely<BookTables>, { fund, limit, offset }: Which): Promise<BookLine[]> => {
  const all = db
    .selectFrom('ledger')
    .leftJoin('payments', 'payments.id', 'ledger.payment')
    .leftJoin('contributions', 'contributions.id', 'payments.contribution')
    .select(['ledger.at', 'ledger.kind', 'ledger.fund', 'ledger.credit', 'ledger.amount', 'ledger.currency'])
    .select(['contributions.name', 'contributions.public_at'])
    .orderBy('ledger.at', 'desc')
    .orderBy('ledger.entry', 'desc')
    .orderBy('ledger.leg')
    .limit(limit)
    .offset(offset)
  const rows = await (fund === null ? all : all.where(of => of.or(inBooksOf(of, fund)))).execute()
  return rows.map(({ at, kind, fund: about, credit, amount, currency, name, public_at }) => ({
    at: new Date(at).toISOString(),
    kind,
    doi: doiOfFund(about),
    // A fund that is credited owes more: it has got the money. In the books of the pool, the pool.
    money: { amount: credit === (fund ?? about) || gains.includes(kind) ? amount : -amount, currency },
    name: kind === 'payment' && public_at !== null ? name : null,
  }))
}

/** What is gained where no fund is: at Stripe, and for reporters. */
const gains: readonly EntryKind[] = ['fee-returned', 'payout-failed']

/** What is about a fund, or moved into it or out of it. */
const inBooksOf = (of: ExpressionBuilder<LedgerTables, 'ledger'>, fund: Fund) => [
  of('ledger.fund', '=', fund),
  of('ledger.debit', '=', fund),
  of('ledger.credit', '=', fund),
]

/** What came, went and is there, of one fund or of all. */
export const readSums = async (db: Kysely<LedgerTables>, fund: Fund | null): Promise<BookSums> => {
  const all = db
    .selectFrom('ledger')
    .select(['kind', 'currency', ({ fn }) => fn.sum('amount').as('amount')])
    .groupBy(['kind', 'currency'])
    .orderBy('currency')
  const rows = await (fund === null ? all : all.where(of => of.or(inBooksOf(of, fund)))).execute()
  const of = (plus: readonly EntryKind[], minus: readonly EntryKind[] = []): Amount[] => {
    const sums = new Map<string, number>()
    for (const { kind, currency, amount } of rows) {
      const sign = plus.includes(kind) ? 1 : minus.includes(kind) ? -1 : 0
      if (sign !== 0) sums.set(currency, (sums.get(currency) ?? 0) + sign * Number(amount))
    }
    return [...sums].map(([currency, amount]) => ({ amount, currency })).filter(({ amount }) => amount !== 0)
  }
  const back: EntryKind[] = ['refund', 'dispute']
  const again: EntryKind[] = ['refund-failed', 'dispute-won']
  return {
    held: await readHeld(db, fund),
    given: of(['payment']),
    awarded: of(['award'], ['award-withdrawn']),
    paidOut: of(['payout'], ['payout-failed']),
    gone: of(back, again),
    fees: of(['fee'], ['fee-returned']),
  }
}

/** What is in a fund, or in all of them: what was credited to it less what was debited. */
const readHeld = async (db: Kysely<LedgerTables>, fund: Fund | null): Promise<Amount[]> => {
  const side = (account: 'debit' | 'credit') => {
    const rows = db
      .selectFrom('ledger')
      .select(['currency', ({ fn }) => fn.sum('amount').as('amount')])
      .groupBy('currency')
    return fund === null
      ? rows.where(eb => eb.or([eb(account, '=', 'pool'), eb(account, 'like', 'bounty:%')])).execute()
      : rows.where(account, '=', fund).execute()
  }
  const [credits, debits] = await Promise.all([side('credit'), side('debit')])
  const sums = new Map(credits.map(({ currency, amount }) => [currency, Number(amount)]))
  for (const { currency, amount } of debits) sums.set(currency, (sums.get(currency) ?? 0) - Number(amount))
  return [...sums]
    .map(([currency, amount]) => ({ amount, currency }))
    .filter(({ amount }) => amount !== 0)
    .toSorted((a, b) => (a.currency < b.currency ? -1 : 1))
}
