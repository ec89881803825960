import { describeStore } from '@corroborate/server-kit/testing'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { bookEntry, type LedgerTables, ledgerMigration, type NewEntry, readBalances, readFund } from './index.ts'

const payment: NewEntry = {
  id: 'pi_1/0',
  kind: 'payment',
  fund: 'bounty:10.1000/x',
  payment: 'pi_1',
  at: 1,
  moves: [{ debit: 'stripe', credit: 'bounty:10.1000/x', amount: 2500, currency: 'usd' }],
}

describeStore<LedgerTables>('the ledger', [ledgerMigration], (open, { engine }) => {
  const setUp = async () => {
    const db = await open()
    const book = (entry: NewEntry) => db.transaction().execute(tx => bookEntry(tx, entry, 2))
    const rows = () => db.selectFrom('ledger').selectAll().execute()
    return { db, book, rows }
  }

  test('books an entry once, however often and by how many it is tried', async () => {
    const { book, rows, db } = await setUp()
    const tried = await Promise.all(Array.from({ length: 8 }, () => book(payment)))
    expect(tried.filter(Boolean)).toHaveLength(1)
    expect(await rows()).toHaveLength(1)
    expect(await readFund(db, 'bounty:10.1000/x')).toEqual([{ amount: 2500, currency: 'usd' }])
    expect(await readBalances(db, 'stripe')).toEqual([{ amount: 2500, currency: 'usd' }])
  })

  test('sums to zero over all accounts, in every currency', async () => {
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
  ])('refuses %s', async (_, wrong) => {
    const { book, rows } = await setUp()
    const [move] = payment.moves
    await expect(book({ ...payment, moves: [{ ...move, ...wrong } as never] })).rejects.toThrow()
    expect(await rows()).toEqual([])
  })

  test('refuses every change and every deletion, whoever asks', async () => {
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
