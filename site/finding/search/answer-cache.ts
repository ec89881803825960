import { deleteOlder, listed, type Migration } from '@corroborate/server-kit/database'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import { type Doi, storedDoi } from '../../kit/doi/index.ts'
import { siteTables } from '../../kit/retention/index.ts'
import type { FoundWork } from '../search-box/index.ts'

/** Cached OpenAlex search results, since requests cost money (CONVENTIONS 2.2). */
export type SearchTables = {
  /** `works` is JSON of `FoundWork[]`. */
  search_answers: { query: string; works: string; fetched_at: number }
}

export const searchMigration: Migration = {
  name: '2026-11-21-search-answers',
  async up(db) {
    await db.schema
      .createTable('search_answers')
      .addColumn('query', 'text', column => column.primaryKey().notNull())
      .addColumn('works', 'text', column => column.notNull())
      .addColumn('fetched_at', 'bigint', column => column.notNull())
      .execute()
    await db.schema.createIndex('search_answers_by_age').on('search_answers').column('fetched_at').execute()
  },
}

const freshFor = siteTables.search_answers.ms

const storedWorks = z.array(
  z.object({
    doi: z.string().transform(storedDoi),
    title: z.string().nullable(),
    authors: z.array(z.string()),
    authorsTruncated: z.boolean().default(false),
    journal: z.string().nullable(),
    year: z.number().nullable(),
  }),
)

/** The works found for a normalised query within the last 24 hours, or null. */
export const readAnswer = async (db: Kysely<SearchTables>, query: string, now: number): Promise<FoundWork[] | null> => {
  const row = await db
    .selectFrom('search_answers')
    .select('works')
    .where('query', '=', query)
    .where('fetched_at', '>', now - freshFor)
    .executeTakeFirst()
  return row === undefined ? null : storedWorks.parse(JSON.parse(row.works))
}

/** Caches a response for 24 hours and deletes older ones. */
export const keepAnswer = async (
  db: Kysely<SearchTables>,
  query: string,
  works: readonly FoundWork[],
  now: number,
): Promise<void> => {
  const answer = { works: JSON.stringify(works), fetched_at: now }
  await db
    .insertInto('search_answers')
    .values({ query, ...answer })
    .onConflict(conflict => conflict.column('query').doUpdateSet(answer))
    .execute()
  await db
    .deleteFrom('search_answers')
    .where('fetched_at', '<=', now - freshFor)
    .execute()
}

/** Deletes responses older than a day, even without new searches. */
export const sweepAnswers = (db: Kysely<SearchTables>, now: number): Promise<void> =>
  deleteOlder(db, 'search_answers', { key: ['query'], age: 'fetched_at', before: now - freshFor + 1 })

/** Returns the DOIs of PubMed IDs found by searches within the last 24 hours. */
export const readDoisOfPmids = async (
  db: Kysely<SearchTables>,
  pmids: readonly string[],
  now: number,
): Promise<Map<string, Doi>> => {
  if (pmids.length === 0) return new Map()
  const keys = JSON.stringify(pmids.map(pmid => `pmid:${pmid}`))
  const rows = await db
    .selectFrom('search_answers')
    .select(['query', 'works'])
    .where('query', 'in', listed(db, keys))
    .where('fetched_at', '>', now - freshFor)
    .execute()
  return new Map(
    rows.flatMap(({ query, works }) => {
      const [work] = storedWorks.parse(JSON.parse(works))
      return work === undefined ? [] : [[query.slice('pmid:'.length), work.doi] as const]
    }),
  )
}
