import { howLong, providerTables, type Retention } from '@corroborate/server-kit/retention'
import { describeStore, tablesOf } from '@corroborate/server-kit/testing'
import { expect, test } from 'vitest'
import { migrations } from '../migrations.ts'
import type { Tables } from '../platform/database/index.ts'

describeStore<Tables>('the tables of the provider', migrations, open => {
  test('every provider table has a retention period, and no other table does', async () => {
    const tables = await tablesOf(await open())
    expect(tables.map(({ name }) => name).toSorted()).toEqual(Object.keys(providerTables).toSorted())
  })
})

test('every table’s retention period is documented', () => {
  for (const [table, retention] of Object.entries<Retention>(providerTables)) {
    expect([table, howLong(retention)]).toEqual([
      table,
      expect.stringMatching(/^(?:until |permanently|\d+ (?:hour|day)s? after )/),
    ])
  }
})
