import { deleteInSteps, type Migration } from '@corroborate/server-kit/database'
import { type Kysely, sql } from 'kysely'
import { missingFactsKept, siteTables } from '../../kit/retention/index.ts'
import type { FactsTables } from './facts-store.ts'

/** How long it is kept that no source knows a DOI, in ms. Sources are asked again long before. */
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

/** Tables whose rows say that somebody, or something, acted on the paper in their column. */
export type ActedOn = readonly { table: string; column: string }[]

/**
 * Deletes what sources told of papers that nobody has acted on, long after they were last asked. Who opens such a page again has
 * them asked again.
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
 * Deletes what was noted about DOIs that no source knew: anybody can ask for as many of them as they like.
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
