import { describeStore } from '@corroborate/server-kit/testing'
import { expect, test } from 'vitest'
import { type DeskTables, siteMigrations } from '../money-desk/testing/index.ts'
import { payeesMigration } from './tables.ts'

describeStore<DeskTables>('reporters from before', siteMigrations, open => {
  test('migrated reporters with manual payment but no details are asked again', async () => {
    const db = await open()
    const payee = (id: string, way: 'hand' | 'stripe', details: string | null) => ({
      ...{ id, account: `user:${id}`, way, details, locale: 'en' as const, updated_at: 1 },
    })
    const all = [payee('ada', 'hand', null), payee('bob', 'hand', 'IBAN 1'), payee('eve', 'stripe', null)]
    await db
      .insertInto('payees')
      .values(all as never)
      .execute()
    await payeesMigration.up(db as never)
    expect(await db.selectFrom('payees').select(['id', 'way']).orderBy('id').execute()).toEqual([
      { id: 'ada', way: null },
      { id: 'bob', way: 'hand' },
      { id: 'eve', way: 'stripe' },
    ])
  })
})
