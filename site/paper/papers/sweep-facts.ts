import { deleteInSteps, type Migration } from '@corroborate/server-kit/database'
import { type Kysely, sql } from 'kysely'
import { missingFactsKept, siteTables } from '../../kit/retention/index.ts'
import type { FactsTables } from './facts-store.ts'

/** Retention of "DOI unknown to all sources", in ms. Sources are queried again much sooner. */
export const keptMissing = missingFactsKept

const missing = sql<boolean>`found = 0`

export const missingFactsMigration: Migration = {
  name: '2026-12-08-missing-facts-by-age',
  up: async db => {
    await sql`create index missing_facts_by_age on paper_facts (fetched_at) where found = 0`.execute(db)
  },
}

export const factsByAgeMigration: Migration = {
  name: '2026-12-13-facts-by-age',
  up: async db => {
    await sql`create index facts_by_age on paper_facts (fetched_at) where found = 1`.execute(db)
  },
}

/** Tables with user or system activity on the paper in their column. */
export type ActedOn = readonly { table: string; column: string }[]

/**
 * Deletes old metadata of papers without activity. Opening such a page fetches it again.
 * @param actedOn papers in these stay
 * @param now epoch ms
 * @param signal stops it between two transactions
 */
export const sweepUnusedFacts = async (
  db: Kysely<FactsTables>,
  actedOn: ActedOn,
  now: number,
  signal?: AbortSignal,
): Promise<void> => {
  const isUsed = actedOn.map(
    ({ table, column }) =>
      sql`exists (select 1 from ${sql.table(table)} as acted where ${sql.ref(`acted.${column}`)} = paper_facts.doi)`,
  )
  const old = db
    .selectFrom('paper_facts')
    .select('doi')
    .where('found', '=', 1)
    .where('fetched_at', '<=', now - siteTables.paper_facts.ms)
    .where(sql<boolean>`not (${sql.join(isUsed, sql` or `)})`)
  await deleteInSteps(
    db,
    (tx, most) => tx.deleteFrom('paper_facts').where('doi', 'in', old.limit(most)).executeTakeFirstOrThrow(),
    signal,
  )
}

/**
 * Deletes old records of unknown DOIs, since anyone can request any number of them.
 * @param now epoch ms
 * @param signal stops it between two transactions
 */
export const sweepMissingFacts = async (db: Kysely<FactsTables>, now: number, signal?: AbortSignal): Promise<void> => {
  const old = db
    .selectFrom('paper_facts')
    .select('doi')
    .where(missing)
    .where('fetched_at', '<=', now - keptMissing)
  await deleteInSteps(
    db,
    (tx, most) => tx.deleteFrom('paper_facts').where('doi', 'in', old.limit(most)).executeTakeFirstOrThrow(),
    signal,
  )
}
