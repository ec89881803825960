import { CamelCasePlugin, type Kysely, sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { describeStore } from '../testing/index.ts'
import type { Migration } from './migrate.ts'
import { prepareInsert, prepareQuery, prepareStatement } from './prepare-query.ts'

type Tables = { notes: { id: number; topic: string | null; text: string } }

const notes: Migration = {
  name: '2026-01-01-notes',
  async up(db) {
    await db.schema
      .createTable('notes')
      .addColumn('id', 'integer', column => column.primaryKey().notNull())
      .addColumn('topic', 'text')
      .addColumn('text', 'text', column => column.notNull())
      .execute()
  },
}

describeStore<Tables>('a prepared query', [notes], (open, { engine }) => {
  test('a prepared query is compiled once and takes new values in any order, repeatedly', async () => {
    const db = await open()
    await db
      .insertInto('notes')
      .values([
        { id: 1, topic: 'a', text: 'one' },
        { id: 2, topic: 'b', text: 'a' },
        { id: 3, topic: 'a', text: 'three' },
        { id: 4, topic: null, text: 'four' },
      ])
      .execute()
    let built = 0
    const find = prepareQuery(db, (least: number, word: string | null) => {
      built += 1
      return db
        .selectFrom('notes')
        .select(['id', 'text'])
        .where(note => note.or([note('topic', '=', word), note('text', '=', word)]))
        .where('id', '>=', least)
        .where('id', '<', 100)
        .orderBy('id')
    })
    const ids = async (least: number, word: string | null) => (await find(least, word)).map(({ id }) => id)
    expect(await ids(0, 'a')).toEqual([1, 2, 3])
    expect(await ids(2, 'a')).toEqual([2, 3])
    expect(await ids(0, 'four')).toEqual([4])
    expect(await ids(0, null)).toEqual([])
    expect(await find(3, 'a')).toEqual([{ id: 3, text: 'three' }])
    expect(built).toBe(1)
  })

  test('a prepared query takes part in a transaction and rolls back with it', async () => {
    const db = await open()
    const insert = prepareInsert<Tables, 'notes'>('notes')
    const rename = prepareStatement((handle: Kysely<Tables>, id: number, topic: string | null) =>
      handle.updateTable('notes').set({ topic }).where('id', '=', id).returning('text'),
    )
    const topics = prepareStatement((handle: Kysely<Tables>) =>
      handle.selectFrom('notes').select('topic').orderBy('id'),
    )
    await insert(db, { id: 1, topic: 'a', text: 'one' })
    await insert(db, { text: 'two', id: 2, topic: null })
    await db.transaction().execute(async tx => {
      expect(await rename(tx, 2, 'b')).toEqual([{ text: 'two' }])
      expect(await topics(tx)).toEqual([{ topic: 'a' }, { topic: 'b' }])
    })
    const undone = db.transaction().execute(async tx => {
      await insert(tx, { id: 3, topic: 'c', text: 'three' })
      await rename(tx, 1, null)
      expect(await topics(tx)).toEqual([{ topic: null }, { topic: 'b' }, { topic: 'c' }])
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    expect(await topics(db)).toEqual([{ topic: 'a' }, { topic: 'b' }])
  })

  test('a prepared query is compiled per database', async () => {
    const insert = prepareInsert<Tables, 'notes'>('notes')
    const count = prepareStatement((handle: Kysely<Tables>) => handle.selectFrom('notes').select('id'))
    for (const db of [await open(), await open()]) {
      expect(await count(db)).toEqual([])
      await insert(db, { id: 1, topic: null, text: 'one' })
      expect(await count(db)).toEqual([{ id: 1 }])
    }
  })

  test('a prepared read uses SQLite directly except in a transaction', async () => {
    const db = await open()
    const ids = prepareStatement((handle: Kysely<Tables>) => handle.selectFrom('notes').select('id'))
    const asked = vi.spyOn(db, 'executeQuery')
    await ids(db)
    await ids(db)
    expect(asked).toHaveBeenCalledTimes(engine === 'sqlite' ? 0 : 2)
    await db.transaction().execute(async tx => {
      await tx.insertInto('notes').values({ id: 1, topic: null, text: 'one' }).execute()
      expect(await ids(tx)).toEqual([{ id: 1 }])
    })
  })

  test('a prepared query applies the handle’s plugins', async () => {
    const db = (await open()).withPlugin(new CamelCasePlugin())
    await sql`insert into notes (id, text) values (1, 'one')`.execute(db)
    const count = prepareStatement((handle: Kysely<Tables>) =>
      handle.selectFrom('notes').select(({ fn }) => fn.countAll().as('how_many')),
    )
    expect(await count(db)).toEqual([{ howMany: 1 }])
  })

  test('a prepared insert leaves missing columns empty', async () => {
    const db = await open()
    const insert = prepareInsert<Tables, 'notes'>('notes')
    await insert(db, { id: 1, topic: 'a', text: 'one' })
    await insert(db, { id: 2, text: 'two' } as Tables['notes'])
    expect(await db.selectFrom('notes').select(['id', 'topic']).orderBy('id').execute()).toEqual([
      { id: 1, topic: 'a' },
      { id: 2, topic: null },
    ])
  })
})
