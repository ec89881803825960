import { listed } from '@corroborate/server-kit/database'
import type { Kysely } from 'kysely'
import { type Doi, storedDoi } from '../../kit/doi/index.ts'
import { dropReferences, keepReferences } from './keep-references.ts'
import type { CitationTables, ReferenceSource } from './tables.ts'

/** All that a paper cites, according to its record at one source. */
export type ToldReferences = {
  source: ReferenceSource
  /** As the source names them: DOIs at Crossref, ids such as W2741809807 at OpenAlex. In any order, any of them more than once. */
  cited: { dois: readonly Doi[] } | { ids: readonly string[] }
  /** Publication date: ISO 8601, with the source's precision. */
  published: string | null
}

/** So many references of one paper are looked at; no list that is known to be right is as long. */
const mostReferences = 20_000

/**
 * Replaces a source's references of a paper to flagged papers, in the caller's transaction. An empty list means unknown: most often
 * references were never deposited.
 * @param now time of the source's data, epoch ms
 */
export const learnReferences = async (
  tx: Kysely<CitationTables>,
  doi: Doi,
  { source, cited, published }: ToldReferences,
  now: number,
): Promise<void> => {
  const told = 'dois' in cited ? cited.dois : cited.ids
  if (told.length === 0) return
  const few = [...new Set(told)].slice(0, mostReferences)
  const dois = 'dois' in cited ? few.map(storedDoi) : await fallenByIds(tx, few)
  const kept = await keepReferences(
    tx,
    dois.map(other => ({ citing: doi, cited: other, source, published })),
    now,
  )
  await dropOthers(tx, { doi, source }, new Set(kept.map(reference => reference.cited)))
  await tx
    .insertInto('references_read')
    .values({ doi, first_at: now, read_at: now })
    .onConflict(conflict => conflict.column('doi').doUpdateSet({ read_at: now }))
    .execute()
}

const fallenByIds = async (tx: Kysely<CitationTables>, ids: readonly string[]): Promise<Doi[]> => {
  const rows = await tx
    .selectFrom('fallen_papers')
    .select('doi')
    .where('openalex_id', 'in', listed(tx, JSON.stringify(ids)))
    .execute()
  return rows.map(row => storedDoi(row.doi))
}

const dropOthers = async (
  tx: Kysely<CitationTables>,
  { doi, source }: { doi: Doi; source: ReferenceSource },
  kept: ReadonlySet<string>,
): Promise<void> => {
  const rows = await tx
    .selectFrom('fallen_references')
    .select('cited')
    .where('citing', '=', doi)
    .where('source', '=', source)
    .execute()
  const gone = rows.filter(({ cited }) => !kept.has(cited))
  await dropReferences(
    tx,
    gone.map(({ cited }) => ({ citing: doi, cited: storedDoi(cited), source })),
  )
}
