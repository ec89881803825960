import type { ExpressionBuilder, Kysely } from 'kysely'
import type { Amount } from '../../kit/amounts/format.ts'
import type { ContributionTables } from '../contributions/index.ts'
import { doiOfFund, type Fund } from '../ledger/accounts.ts'
import type { EntryKind, LedgerTables } from '../ledger/store.ts'
import type { PaymentTables } from '../payments/index.ts'
import type { BookLine, BookPart, BookSums } from './model.ts'

export type BookTables = LedgerTables & PaymentTables & ContributionTables

/** Query of ledger entries, newest first. */
export type Which = { fund: Fund | null; part: BookPart | null; limit: number; offset: number }

/** Entries that affect no fund: payouts, whose money left the fund with the award, and fees, which the operator bears. */
const partOf: Partial<Record<EntryKind, BookPart>> = {
  payout: 'payouts',
  'payout-failed': 'payouts',
  fee: 'fees',
  'fee-returned': 'fees',
}
const kindsOf = (part: BookPart): EntryKind[] =>
  (Object.keys(partOf) as EntryKind[]).filter(kind => partOf[kind] === part)

type Books = ExpressionBuilder<LedgerTables, 'ledger'>

const inPart = (of: Books, part: BookPart) =>
  part === 'funds'
    ? of('ledger.kind', 'not in', Object.keys(partOf) as EntryKind[])
    : of('ledger.kind', 'in', kindsOf(part))

/** Returns ledger entries without account data. Includes a name only if its owner asked for it and a moderator approved it. */
export const readLines = async (db: Kysely<BookTables>, which: Which): Promise<BookLine[]> => {
  const { fund, part, limit, offset } = which
  const all = db
    .selectFrom('ledger')
    .leftJoin('payments', 'payments.id', 'ledger.payment')
    .leftJoin('contributions', 'contributions.id', 'payments.contribution')
    .select(['ledger.at', 'ledger.kind', 'ledger.fund', 'ledger.debit', 'ledger.credit'])
    .select(['ledger.amount', 'ledger.currency', 'contributions.name', 'contributions.public_at'])
    .orderBy('ledger.at', 'desc')
    .orderBy('ledger.entry', 'desc')
    .orderBy('ledger.leg')
    .limit(limit)
    .offset(offset)
  const ofPart = part === null ? all : all.where(of => inPart(of as unknown as Books, part))
  const rows = await (fund === null
    ? ofPart
    : ofPart.where(of => of.or(inBooksOf(of as unknown as Books, fund)))
  ).execute()
  return rows.map(({ at, kind, fund: about, amount, currency, name, public_at, ...sides }) => ({
    at: new Date(at).toISOString(),
    kind,
    part: partOf[kind] ?? 'funds',
    doi: doiOfFund(about),
    money: { amount: amount * effectOf(kind, sides, fund), currency },
    moved: { amount, currency },
    name: kind === 'payment' && public_at !== null ? name : null,
  }))
}

/** Returns the effect of the newest `count` fund entries by currency, which is the difference to the balance on later pages. */
export const readChanged = async (
  db: Kysely<LedgerTables>,
  fund: Fund | null,
  count: number,
): Promise<Map<string, number>> => {
  if (count === 0) return new Map()
  const newest = db
    .selectFrom('ledger')
    .select(['kind', 'currency', 'debit', 'credit', 'amount'])
    .where(of => inPart(of, 'funds'))
    .orderBy('at', 'desc')
    .orderBy('entry', 'desc')
    .orderBy('leg')
    .limit(count)
  const lines = fund === null ? newest : newest.where(of => of.or(inBooksOf(of, fund)))
  const rows = await db
    .selectFrom(lines.as('newest'))
    .select(['kind', 'currency', 'debit', 'credit', ({ fn }) => fn.sum('amount').as('amount')])
    .groupBy(['kind', 'currency', 'debit', 'credit'])
    .execute()
  return addUp(rows, fund)
}

type Summed = Pick<LedgerTables['ledger'], 'kind' | 'currency' | 'debit' | 'credit'> & {
  amount: string | number | bigint
}

/** Sums the entries' effects on the fund, or on all funds together, by currency. */
const addUp = (rows: readonly Summed[], fund: Fund | null): Map<string, number> => {
  const sums = new Map<string, number>()
  for (const { kind, currency, amount, ...sides } of rows)
    sums.set(currency, (sums.get(currency) ?? 0) + effectOf(kind, sides, fund) * Number(amount))
  return sums
}

/**
 * Effect of an amount on the fund, or on all funds together: 1 adds, -1 subtracts, 0 transfers between funds. Outflows that affect no fund
 * are negative.
 */
const effectOf = (
  kind: EntryKind,
  { debit, credit }: { debit: string; credit: string },
  fund: Fund | null,
): 1 | 0 | -1 => {
  if (partOf[kind] !== undefined) return kind === 'fee-returned' || kind === 'payout-failed' ? 1 : -1
  const isOurs = (account: string) => (fund === null ? isFund(account) : account === fund)
  if (isOurs(credit) && isOurs(debit)) return 0
  return isOurs(credit) ? 1 : -1
}

const isFund = (account: string): boolean => account === 'pool' || doiOfFund(account) !== null

/** Entries of a fund, or transferred into or out of it. */
const inBooksOf = (of: Books, fund: Fund) => [
  of('ledger.fund', '=', fund),
  of('ledger.debit', '=', fund),
  of('ledger.credit', '=', fund),
]

/** Returns the totals of one fund or of all. Contributions and transfers in, less refunds and awards, equal the balance. */
export const readSums = async (db: Kysely<LedgerTables>, fund: Fund | null): Promise<BookSums> => {
  const all = db
    .selectFrom('ledger')
    .select(['kind', 'currency', 'debit', 'credit', ({ fn }) => fn.sum('amount').as('amount')])
    .groupBy(['kind', 'currency', 'debit', 'credit'])
    .orderBy('currency')
  const rows = await (fund === null ? all : all.where(of => of.or(inBooksOf(of, fund)))).execute()
  const of = (kinds: readonly EntryKind[], sign: 1 | -1): Amount[] => {
    const ofKinds = rows.filter(({ kind }) => kinds.includes(kind))
    return [...addUp(ofKinds, fund)]
      .map(([currency, amount]) => ({ amount: sign * amount, currency }))
      .filter(({ amount }) => amount !== 0)
  }
  return {
    given: of(['payment'], 1),
    moved: of(['top-up', 'expiry'], 1),
    gone: of(['refund', 'dispute', 'refund-failed', 'dispute-won'], -1),
    awarded: of(['award', 'award-withdrawn'], -1),
    held: of(
      rows.map(({ kind }) => kind).filter(kind => partOf[kind] === undefined),
      1,
    ),
    paidOut: of(['payout', 'payout-failed'], -1),
    fees: of(['fee', 'fee-returned'], -1),
  }
}
