import type { Migration } from '@corroborate/server-kit/database'
import type { Kysely } from 'kysely'
import type { Difference } from '../payments/index.ts'

export type ReconcileTables = {
  /** Result of each reconciliation with Stripe's own list. */
  reconciles: {
    at: number
    /** `Difference[]` as JSON; null if Stripe was unavailable, with the reason in `problem`. */
    differences: string | null
    problem: string | null
  }
}

export const reconcileMigration: Migration = {
  name: '2026-12-05-reconciles',
  async up(db) {
    await db.schema
      .createTable('reconciles')
      .addColumn('at', 'bigint', column => column.primaryKey().notNull())
      .addColumn('differences', 'text')
      .addColumn('problem', 'text')
      .execute()
  },
}

export type Reconciled = { at: number; differences: Difference[] | null; problem: string | null }

export const keepReconciled = async (
  db: Kysely<ReconcileTables>,
  { at, differences, problem }: Reconciled,
): Promise<void> => {
  const found = { differences: differences === null ? null : JSON.stringify(differences), problem }
  await db
    .insertInto('reconciles')
    .values({ at, ...found })
    .onConflict(conflict => conflict.column('at').doUpdateSet(found))
    .execute()
}

/** Returns the last reconciliation result; null before the first. */
export const lastReconciled = async (db: Kysely<ReconcileTables>): Promise<Reconciled | null> => {
  const row = await db.selectFrom('reconciles').selectAll().orderBy('at', 'desc').limit(1).executeTakeFirst()
  if (row === undefined) return null
  const differences = row.differences === null ? null : (JSON.parse(row.differences) as Difference[])
  return { at: row.at, differences, problem: row.problem }
}
