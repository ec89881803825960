import { keepEntries } from '@corroborate/server-kit/append-only'
import { engineOf, listed, type Migration, prepareStatement } from '@corroborate/server-kit/database'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Amount } from '../../kit/amounts/format.ts'
import type { Account, Fund } from './accounts.ts'

/** Why money moved. */
export type EntryKind =
  | 'payment'
  | 'refund'
  | 'refund-failed'
  | 'dispute'
  | 'dispute-won'
  | 'fee'
  | 'fee-returned'
  | 'award'
  | 'award-withdrawn'
  | 'payout'
  | 'payout-failed'
  | 'top-up'
  | 'expiry'

export type LedgerTables = {
  /**
   * Every movement of money, for good. A row moves one amount of one currency from the account it credits to the account it debits,
   * so that no row, and no sum of rows, is anything but zero. Rows of one entry belong together.
   */
  ledger: {
    /** Entry ID, such as `pi_123/1`: nothing is booked twice. */
    entry: string
    leg: number
    kind: EntryKind
    /** The account that has more of it afterwards, or owes less. */
    debit: string
    /** The account that has less of it afterwards, or owes more. */
    credit: string
    currency: string
    /** A whole number of the currency's smallest unit, above 0. */
    amount: number
    /** A paper's fund, or the pool. */
    fund: string
    /** The payment it belongs to; null where there is none. */
    payment: string | null
    /** Event time and booking time, in epoch ms. */
    at: number
    booked_at: number
  }
}

export const ledgerMigration: Migration = {
  name: '2026-11-29-ledger',
  async up(db) {
    await db.schema
      .createTable('ledger')
      .addColumn('entry', 'text', column => column.notNull())
      .addColumn('leg', 'integer', column => column.notNull())
      .addColumn('kind', 'text', column => column.notNull())
      .addColumn('debit', 'text', column => column.notNull())
      .addColumn('credit', 'text', column => column.notNull())
      .addColumn('currency', 'text', column => column.notNull())
      .addColumn('amount', 'bigint', column => column.notNull())
      .addColumn('fund', 'text', column => column.notNull())
      .addColumn('payment', 'text')
      .addColumn('at', 'bigint', column => column.notNull())
      .addColumn('booked_at', 'bigint', column => column.notNull())
      .addPrimaryKeyConstraint('ledger_pk', ['entry', 'leg'])
      .addCheckConstraint('ledger_amount', sql`amount > 0`)
      .addCheckConstraint('ledger_moves', sql`debit <> credit`)
      .addCheckConstraint('ledger_currency', sql`length(currency) = 3 and currency = lower(currency)`)
      .execute()
    await db.schema.createIndex('ledger_of_fund').on('ledger').columns(['fund', 'at', 'entry']).execute()
    await db.schema.createIndex('ledger_of_payment').on('ledger').column('payment').execute()
    if (engineOf(db) === 'sqlite') {
      // An amount that is no whole number is kept as such by SQLite's loose types.
      await sql`create trigger ledger_whole before insert on ledger when typeof(new.amount) <> 'integer'
        begin select raise(abort, 'an amount is a whole number'); end`.execute(db)
    }
    await keepEntries(db, 'ledger', {
      key: ['entry', 'leg'],
      comparedBy: 'amount',
      refusal: 'the ledger is append-only',
    })
  },
}

/** Indexes both sides of an account for its balance. */
export const ledgerAccountsMigration: Migration = {
  name: '2026-12-05-ledger-accounts',
  async up(db) {
    await db.schema.createIndex('ledger_by_debit').on('ledger').column('debit').execute()
    await db.schema.createIndex('ledger_by_credit').on('ledger').column('credit').execute()
  },
}

/** New entry: its movements, payment and fund. Times in epoch ms. */
export type NewEntry = {
  id: string
  kind: EntryKind
  fund: Fund
  payment: string | null
  at: number
  moves: readonly (Amount & { debit: Account; credit: Account })[]
}

/**
 * Books an entry with all its movements in one statement, in the caller's transaction.
 * @returns false if an entry with that ID exists; nothing is booked then
 */
export const bookEntry = async (
  tx: Transaction<LedgerTables>,
  { id: entry, kind, fund, payment, at, moves }: NewEntry,
  now: number,
): Promise<boolean> => {
  if (moves.length === 0) return false
  const booked = await tx
    .insertInto('ledger')
    .values(moves.map((move, leg) => ({ entry, leg, kind, fund, payment, at, booked_at: now, ...move })))
    .onConflict(conflict => conflict.columns(['entry', 'leg']).doNothing())
    .returning('leg')
    .execute()
  return booked.length > 0
}

type Db = Kysely<LedgerTables> | Transaction<LedgerTables>

/**
 * Returns an account's balance in each currency: debits less credits. Funds are liabilities, so their balances are negative while they have
 * money; use `readFund` for the amount.
 */
export const readBalances = async (db: Db, account: Account): Promise<Amount[]> =>
  (await readSides(db, JSON.stringify([account]))).map(({ currency, amount }) => ({ currency, amount: Number(amount) }))

/** Returns a fund's money by currency. Omits empty currencies. */
export const readFund = async (db: Db, fund: Fund): Promise<Amount[]> => (await readFunds(db, [fund])).get(fund) ?? []

/** The same of several funds, with one query; none for none. */
export const readFunds = async (db: Db, funds: readonly Fund[]): Promise<Map<string, Amount[]>> => {
  const rows = funds.length === 0 ? [] : await readSides(db, JSON.stringify(funds))
  const held = rows.map(({ account, currency, amount }) => ({ account, money: { currency, amount: -Number(amount) } }))
  return new Map(
    [...Map.groupBy(held, ({ account }) => account)].map(([account, all]) => [
      account,
      all.map(({ money }) => money).filter(({ amount }) => amount !== 0),
    ]),
  )
}

const readSides = prepareStatement((db: Db, accounts: string) => {
  const wanted = listed(db, accounts)
  const sides = db
    .selectFrom('ledger')
    .select(['debit as account', 'currency', 'amount'])
    .where('debit', 'in', wanted)
    .unionAll(
      db
        .selectFrom('ledger')
        .select(['credit as account', 'currency', sql<number>`-amount`.as('amount')])
        .where('credit', 'in', wanted),
    )
  return db
    .selectFrom(sides.as('sides'))
    .select(['account', 'currency', ({ fn }) => fn.sum('amount').as('amount')])
    .groupBy(['account', 'currency'])
    .orderBy('currency')
})
