import type { Kysely } from 'kysely'
import type { Migration } from '../index.ts'

/** Tables of the database tests. */
export type Tables = {
  account: { id: string; balance: number }
  entry: { id: string; account_id: string; amount: number; made_at: number }
}

/** Not in the order of their names. */
export const migrations: readonly Migration[] = [
  {
    name: '0002-entries',
    up: async db => {
      await db.schema
        .createTable('entry')
        .addColumn('id', 'text', column => column.primaryKey().notNull())
        .addColumn('account_id', 'text', column => column.notNull().references('account.id'))
        .addColumn('amount', 'bigint', column => column.notNull())
        .addColumn('made_at', 'bigint', column => column.notNull())
        .execute()
    },
  },
  {
    name: '0001-accounts',
    up: async db => {
      await db.schema
        .createTable('account')
        .addColumn('id', 'text', column => column.primaryKey().notNull())
        .addColumn('balance', 'bigint', column => column.notNull())
        .execute()
    },
  },
]

export const balances = async (db: Kysely<Tables>): Promise<Record<string, number>> =>
  Object.fromEntries(
    (await db.selectFrom('account').selectAll().orderBy('id').execute()).map(({ id, balance }) => [id, balance]),
  )

export const add = (db: Kysely<Tables>, id: string, balance = 0) =>
  db.insertInto('account').values({ id, balance }).execute()

export const turnOfTheEventLoop = () => new Promise(resolve => setImmediate(resolve))
