import { listed, runTransaction } from '@corroborate/server-kit/database'
import type { Kysely } from 'kysely'
import { type Doi, storedDoi } from '../../kit/doi/index.ts'
import { dropReferences, keepReferences } from './keep-references.ts'
import { hasListedFalls, listFalls, withoutDatePadding } from './list-falls.ts'
import { openAlexId } from './open-alex-lists.ts'
import type { CitationTables, ReferenceSource } from './tables.ts'

/** All that a paper cites, according to its record at one source. */
export type SourceReferences = {
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
  { source, cited, published }: SourceReferences,
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

/** Targets of a works import: flagged papers by OpenAlex URL, and DOIs of those without one. */
export type Sought = { addresses: ReadonlySet<string>; unnamed: ReadonlySet<string> }

/** References of an imported work: its own OpenAlex URL if it is flagged, and the URLs of flagged papers it cites. */
export type ImportedReferences = {
  doi: Doi
  /** OpenAlex URL of the work, if it was unknown. */
  address: string | null
  cites: readonly string[]
  /** ISO 8601, as exact as it is known. */
  published: string | null
}

/** Extracts flagged papers from an OpenAlex work; null if there are none. Fields of the wrong type count as missing. */
export const referencesInWork = (
  { id, referenced_works, publication_date }: Readonly<Record<string, unknown>>,
  doi: Doi,
  { addresses, unnamed }: Sought,
): ImportedReferences | null => {
  const cites = Array.isArray(referenced_works) ? referenced_works.filter(address => addresses.has(address)) : []
  const address = typeof id === 'string' && unnamed.has(doi) ? id : null
  if (cites.length === 0 && address === null) return null
  return {
    doi,
    address,
    cites,
    published: withoutDatePadding(typeof publication_date === 'string' ? publication_date : null),
  }
}

/** Store of an import's references. */
export type ReferencesSink = {
  /** Current targets, after previously imported event files. */
  sought: () => Promise<Sought>
  /** Stores references in one transaction. Idempotent. */
  save: (told: readonly ImportedReferences[]) => Promise<void>
}

export const referencesSink = (db: Kysely<CitationTables>, now: () => number): ReferencesSink => {
  const byAddress = new Map<string, Doi>()
  return {
    async sought() {
      await listAllFalls(db, now())
      const rows = await db.selectFrom('fallen_papers').select(['doi', 'openalex_id']).execute()
      const unnamed = new Set<string>()
      for (const { doi, openalex_id: id } of rows) {
        if (id === null) unnamed.add(doi)
        else byAddress.set(`https://openalex.org/${id}`, storedDoi(doi))
      }
      return { addresses: new Set(byAddress.keys()), unnamed }
    },
    save: told =>
      runTransaction(db, async tx => {
        for (const { doi, address } of told) {
          const id = openAlexId(address)
          if (id === null) continue
          const own = tx.updateTable('fallen_papers').set({ openalex_id: id }).where('doi', '=', doi)
          await own.where('openalex_id', 'is', null).execute()
        }
        const references = told.flatMap(({ doi, cites, published }) =>
          cites.flatMap(address => {
            const cited = byAddress.get(address)
            return cited === undefined ? [] : [{ citing: doi, cited, source: 'openalex' as const, published }]
          }),
        )
        await keepReferences(tx, references, now())
      }),
  }
}

const listAllFalls = async (db: Kysely<CitationTables>, now: number): Promise<void> => {
  const notedAt = (await hasListedFalls(db)) ? now : 0
  for (let after: string | null = ''; after !== null; ) {
    const from: string = after
    after = await runTransaction(db, tx => listFalls(tx, from, notedAt))
  }
}
