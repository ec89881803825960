import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Migration } from '../database/index.ts'
import { describeStore } from '../testing/index.ts'
import { keepEntries } from './index.ts'

type Tables = { log: { id: string; part: number; amount: number }; plain: { id: string } }

const migration: Migration = {
  name: '0001-logs',
  up: async db => {
    await db.schema
      .createTable('log')
      .addColumn('id', 'text', column => column.notNull())
      .addColumn('part', 'integer', column => column.notNull())
      .addColumn('amount', 'integer', column => column.notNull())
      .addPrimaryKeyConstraint('log_pk', ['id', 'part'])
      .execute()
    await keepEntries(db, 'log', { key: ['id', 'part'], comparedBy: 'amount', refusal: 'the log is append-only' })
    await db.schema
      .createTable('plain')
      .addColumn('id', 'text', column => column.primaryKey())
      .execute()
    await keepEntries(db, 'plain', { key: ['id'], refusal: 'the plain log is append-only' })
  },
}

describeStore<Tables>('a log', [migration], (open, { engine }) => {
  test('an append-only log accepts entries and rejects changes and deletions', async () => {
    const db = await open()
    await db
      .insertInto('log')
      .values([
        { id: 'a', part: 0, amount: 1 },
        { id: 'a', part: 1, amount: 2 },
      ])
      .execute()
    await expect(db.updateTable('log').set({ amount: 9 }).execute()).rejects.toThrow('the log is append-only')
    await expect(db.deleteFrom('log').where('id', '=', 'a').execute()).rejects.toThrow('the log is append-only')
    if (engine === 'postgres') await expect(sql`truncate log`.execute(db)).rejects.toThrow('the log is append-only')
    else
      await expect(sql`insert or replace into log values ('a', 0, 9)`.execute(db)).rejects.toThrow(
        'the log is append-only',
      )
    expect(await db.selectFrom('log').select(['part', 'amount']).orderBy('part').execute()).toEqual([
      { part: 0, amount: 1 },
      { part: 1, amount: 2 },
    ])
  })

  test('an append-only log accepts an identical entry twice', async () => {
    const db = await open()
    const add = () =>
      db
        .insertInto('log')
        .values({ id: 'a', part: 0, amount: 1 })
        .onConflict(conflict => conflict.doNothing())
        .execute()
    await add()
    await add()
    expect(await db.selectFrom('log').selectAll().execute()).toHaveLength(1)
  })

  test('an append-only log without comparison keeps the first entry of a key', async () => {
    const db = await open()
    await db.insertInto('plain').values({ id: 'a' }).execute()
    await expect(db.insertInto('plain').values({ id: 'a' }).execute()).rejects.toThrow()
    expect(await db.selectFrom('plain').selectAll().execute()).toEqual([{ id: 'a' }])
  })
})
