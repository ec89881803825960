import { describeStore, madeRow, tablesOf } from '@corroborate/server-kit/testing'
import { expect, test } from 'vitest'
import { type DeskTables, siteMigrations } from '../money-desk/testing/index.ts'
import { unnamedPartsMigration } from './tables.ts'

describeStore<DeskTables>('awards from before', siteMigrations, open => {
  test('awards from older versions do not name a deleted account and name the others', async () => {
    const db = await open()
    const tables = await tablesOf(db)
    const fill = async (name: 'reports' | 'proposal_parts', known: Record<string, unknown>) => {
      const table = tables.find(each => each.name === name)
      if (table === undefined) throw new Error(`There is no table ${name}.`)
      await db
        .insertInto(name)
        .values(madeRow(table, known) as never)
        .execute()
    }
    await fill('reports', { id: 'r1', author: null })
    await fill('reports', { id: 'r2', author: 'user:bob' })
    await fill('proposal_parts', { proposal: 'p1', report: 'r1', reporter: 'user:ada' })
    await fill('proposal_parts', { proposal: 'p1', report: 'r2', reporter: 'user:bob' })
    await unnamedPartsMigration.up(db as never)
    expect(await db.selectFrom('proposal_parts').select(['report', 'reporter']).orderBy('report').execute()).toEqual([
      { report: 'r1', reporter: '' },
      { report: 'r2', reporter: 'user:bob' },
    ])
  })
})
