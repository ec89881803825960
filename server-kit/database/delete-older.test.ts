import { expect, test } from 'vitest'
import { describeStore } from '../testing/index.ts'
import { deleteOlder, type Migration } from './index.ts'

type Tables = { letters: { box: string; nr: number; at: number } }
const letters: Migration = {
  name: '2026-01-01-letters',
  up: async db => {
    await db.schema
      .createTable('letters')
      .addColumn('box', 'text')
      .addColumn('nr', 'integer')
      .addColumn('at', 'bigint')
      .addPrimaryKeyConstraint('letters_pk', ['box', 'nr'])
      .execute()
  },
}

describeStore<Tables>('deleteOlder', [letters], open => {
  test('deleteOlder deletes all older rows in several batches, and no others', async () => {
    const db = await open()
    const old = Array.from({ length: 2_500 }, (_, nr) => ({ box: 'a', nr, at: nr % 10 }))
    await db.insertInto('letters').values(old).execute()
    await db
      .insertInto('letters')
      .values([
        { box: 'b', nr: 1, at: 10 },
        { box: 'b', nr: 2, at: 9 },
      ])
      .execute()
    await deleteOlder(db, 'letters', { key: ['box', 'nr'], age: 'at', before: 10 })
    expect(await db.selectFrom('letters').select(['box', 'nr']).execute()).toEqual([{ box: 'b', nr: 1 }])
  })
})
