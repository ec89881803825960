import { deleteInSteps, type Migration } from '@corroborate/server-kit/database'
import { type Kysely, sql } from 'kysely'
import type { WholeList } from '../../kit/doi/index.ts'
import { definePage, markup } from '../../kit/page/define-page.ts'
import { noIndex } from '../../kit/page/head.ts'
import { missingFactsKept, siteTables } from '../../kit/retention/index.ts'
import { factsAPage } from '../known/index.ts'
import type { FactsTables } from './facts-store.ts'
import { paperHead } from './head.ts'
import { headings, type PaperPageModel, type WholeListModel } from './model.ts'
import type { PaperPage } from './PaperPage.tsx'
import type { WholeListPage } from './WholeListPage.tsx'

export const paperPage = definePage({
  name: 'paper',
  component: markup<typeof PaperPage>('paper/papers/PaperPage.tsx'),
  head: paperHead,
  islands: 'app/browser/paper-islands.tsx',
  styles: 'kit/browser/styles/for-money.css',
  scriptBudget: 5_800,
  islandBudget: 8_500,
})

export const wholeListPage = definePage({
  name: 'whole-list',
  component: markup<typeof WholeListPage>('paper/papers/WholeListPage.tsx'),
  head: ({ list, title, doi }: WholeListModel) => ({
    title: `${headings[list]}: ${title ?? doi} · Corroborate`,
    meta: noIndex,
  }),
  islands: null,
  scriptBudget: 5_100,
})

const authorsAPage = 500

/** The pages of the whole of a list; none when it is empty. */
export const wholeLists = (model: PaperPageModel, list: WholeList): WholeListModel[] => {
  const size = list === 'authors' ? authorsAPage : factsAPage
  const all = list === 'authors' ? model.authors.length : model.known.facts.length
  const pages = Math.ceil(all / size)
  return Array.from({ length: pages }, (_, index): WholeListModel => {
    const before = index * size
    const shared = { doi: model.doi, title: model.title, all, before, page: index + 1, pages }
    return list === 'authors'
      ? { ...shared, list, items: model.authors.slice(before, before + size) }
      : { ...shared, list, items: model.known.facts.slice(before, before + size) }
  })
}

/** Retention of "DOI unknown to all sources", in ms. Sources are queried again much sooner. */
export const missingRetention = missingFactsKept

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
    .where('fetched_at', '<=', now - missingRetention)
  await deleteInSteps(
    db,
    (tx, most) => tx.deleteFrom('paper_facts').where('doi', 'in', old.limit(most)).executeTakeFirstOrThrow(),
    signal,
  )
}
