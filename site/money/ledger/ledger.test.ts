import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '@corroborate/server-kit/database'
import { describeStore } from '@corroborate/server-kit/testing'
import { sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { bountyOf, doiOfFund } from './accounts.ts'
import {
  bookEntry,
  type LedgerTables,
  ledgerAccountsMigration,
  ledgerMigration,
  type NewEntry,
  readBalances,
  readFund,
  readFunds,
} from './store.ts'

const payment: NewEntry = {
  id: 'pi_1/0',
  kind: 'payment',
  fund: 'bounty:10.1000/x',
  payment: 'pi_1',
  at: 1,
  moves: [{ debit: 'stripe', credit: 'bounty:10.1000/x', amount: 2500, currency: 'usd' }],
}

test.each([
  ['bounty:10.1000/x', '10.1000/x'],
  ['bounty:10.1000/bounty:', '10.1000/bounty:'],
  ['pool', null],
  ['the-bounty:10.1000/x', null],
])('the fund %s belongs to %j', (fund, doi) => {
  expect(doiOfFund(fund)).toBe(doi)
  if (doi !== null) expect(bountyOf(doi as never)).toBe(fund)
})

describeStore<LedgerTables>('the ledger', [ledgerMigration, ledgerAccountsMigration], (open, { engine }) => {
  const setUp = async () => {
    const db = await open()
    const book = (entry: NewEntry) => db.transaction().execute(tx => bookEntry(tx, entry, 2))
    const rows = () => db.selectFrom('ledger').selectAll().execute()
    return { db, book, rows }
  }

  test('an entry is booked once, however often and concurrently it is tried', async () => {
    const { book, rows, db } = await setUp()
    const tried = await Promise.all(Array.from({ length: 8 }, () => book(payment)))
    expect(tried.filter(Boolean)).toHaveLength(1)
    expect(await rows()).toHaveLength(1)
    expect(await readFund(db, 'bounty:10.1000/x')).toEqual([{ amount: 2500, currency: 'usd' }])
    expect(await readBalances(db, 'stripe')).toEqual([{ amount: 2500, currency: 'usd' }])
  })

  test('all accounts sum to zero in every currency', async () => {
    const { book, db } = await setUp()
    await book(payment)
    await book({ ...payment, id: 'b', moves: [{ debit: 'fees', credit: 'stripe', amount: 103, currency: 'eur' }] })
    const sums = await Promise.all(
      (['stripe', 'fees', 'bounty:10.1000/x'] as const).map(account => readBalances(db, account)),
    )
    for (const currency of ['usd', 'eur'])
      expect(sums.flat().reduce((sum, of) => sum + (of.currency === currency ? of.amount : 0), 0)).toBe(0)
  })

  test.each([
    ['an amount of nothing', { amount: 0 }],
    ['an amount below nothing', { amount: -5 }],
    ['an amount that is not whole', { amount: 0.5 }],
    ['a movement from an account to itself', { debit: 'stripe', credit: 'stripe' }],
    ['a currency that is none', { currency: 'USD' }],
    ['a currency that is too long', { currency: 'usdt' }],
  ])('the ledger rejects %s', async (_, wrong) => {
    const { book, rows } = await setUp()
    const [move] = payment.moves
    await expect(book({ ...payment, moves: [{ ...move, ...wrong } as never] })).rejects.toThrow()
    expect(await rows()).toEqual([])
  })

  test('all transactions of a batch are booked as given, and none for zero amounts', async () => {
    const { book, rows } = await setUp()
    const [move] = payment.moves
    const second = { debit: 'fees', credit: 'stripe', amount: 103, currency: 'eur' } as const
    expect(await book({ ...payment, moves: [] })).toBe(false)
    expect(await book({ ...payment, moves: [move as never, second] })).toBe(true)
    const told = { entry: 'pi_1/0', kind: 'payment', fund: 'bounty:10.1000/x', payment: 'pi_1', at: 1, booked_at: 2 }
    expect(await rows()).toEqual([
      { ...told, ...move, leg: 0 },
      { ...told, ...second, leg: 1 },
    ])
  })

  test('a fund’s balance is debits less credits per currency, without zero balances', async () => {
    const { book, db } = await setUp()
    const [x, y] = ['bounty:10.1000/x', 'bounty:10.1000/y'] as const
    const move = (debit: string, credit: string, amount: number, currency = 'usd') => ({
      debit,
      credit,
      amount,
      currency,
    })
    const moves = [
      move('stripe', x, 2_500),
      move('stripe', x, 900, 'eur'),
      move('stripe', x, 70, 'chf'),
      move(x, 'stripe', 900, 'eur'),
      move(x, 'awarded', 500),
      move('stripe', y, 10),
      move(y, 'pool', 10),
    ]
    await book({ ...payment, moves: moves as never })
    const inX = [
      { amount: 70, currency: 'chf' },
      { amount: 2_000, currency: 'usd' },
    ]
    expect(await readFund(db, x)).toEqual(inX)
    expect([await readFund(db, y), await readFund(db, 'bounty:10.1000/z')]).toEqual([[], []])
    const all = await readFunds(db, [x, y, 'pool', 'bounty:10.1000/z'])
    expect([...all].toSorted()).toEqual([
      [x, inX],
      [y, []],
      ['pool', [{ amount: 10, currency: 'usd' }]],
    ])
    expect(await readFunds(db, [])).toEqual(new Map())
    expect(await readBalances(db, x)).toEqual([
      { amount: -70, currency: 'chf' },
      { amount: 0, currency: 'eur' },
      { amount: -2_000, currency: 'usd' },
    ])
  })

  test('the ledger rejects every update and deletion', async () => {
    const { book, rows, db } = await setUp()
    await book(payment)
    const before = await rows()
    await expect(db.updateTable('ledger').set({ amount: 1 }).execute()).rejects.toThrow('append-only')
    await expect(db.deleteFrom('ledger').execute()).rejects.toThrow('append-only')
    if (engine === 'postgres') await expect(sql`truncate ledger`.execute(db)).rejects.toThrow('append-only')
    else {
      const replace = sql`insert or replace into ledger
        select entry, leg, kind, debit, credit, currency, 9, fund, payment, at, booked_at from ledger`
      await expect(replace.execute(db)).rejects.toThrow('append-only')
    }
    expect(await rows()).toEqual(before)
  })
})

describe('ledger table', () => {
  const setUp = async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'corroborate-ledger-')), 'ledger.db')
    const migrations = [ledgerMigration, ledgerAccountsMigration]
    const db = await openDatabase<LedgerTables>({ file, migrations, now: Date.now })
    onTestFinished(() => db.destroy())
    return db
  }

  test.each(['debit', 'credit', 'fund', 'payment'])('queries by %s use an index', async column => {
    const plan = await sql<{ detail: string }>`explain query plan
      select amount from ledger where ${sql.ref(column)} = 'x'`.execute(await setUp())
    expect(plan.rows.map(({ detail }) => detail).join()).toMatch(/^SEARCH ledger USING INDEX/)
  })

  test('only integer amounts are accepted, even on SQLite', async () => {
    const db = await setUp()
    const [move] = payment.moves
    const book = (amount: number) =>
      db.transaction().execute(tx => bookEntry(tx, { ...payment, moves: [{ ...move, amount } as never] }, 2))
    await expect(book(0.5)).rejects.toThrow('an amount is a whole number')
    expect(await book(5)).toBe(true)
  })
})
