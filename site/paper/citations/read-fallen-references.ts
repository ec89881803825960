import { listed, prepareStatement } from '@corroborate/server-kit/database'
import type { Kysely } from 'kysely'
import { groupedNumber } from '../../kit/amounts/grouped-number.ts'
import { type Doi, storedDoi } from '../../kit/doi/index.ts'
import { factsInEvidence, knownReader, type Status, type StoredKnown } from '../known/index.ts'
import { type Fall, type FlagOrder, fallOf, falls, flagOrder, isAboutFall } from './list-falls.ts'
import type { CitationTables } from './tables.ts'

const saidOfOne: Readonly<Record<Fall, string>> = {
  retracted: 'was retracted',
  withdrawn: 'was withdrawn',
  'partly-retracted': 'was retracted in part',
  concern: 'has an expression of concern',
  'not-held': 'failed to replicate',
}
const saidOfMany: Readonly<Record<Fall, string>> = {
  retracted: 'were retracted',
  withdrawn: 'were withdrawn',
  'partly-retracted': 'were retracted in part',
  concern: 'have an expression of concern',
  'not-held': 'failed to replicate',
}

/**
 * "Cites 2 papers that were retracted and 1 that failed to replicate": summary of flagged references for pages, the API and the reference
 * check. Null if there are none.
 */
export const summarizeFlaggedReferences = (cited: readonly { fall: Fall }[]): string | null => {
  const counted = falls
    .map(fall => ({ fall, count: cited.filter(one => one.fall === fall).length }))
    .filter(({ count }) => count > 0)
  const parts = counted.map(({ fall, count }, index) => {
    const papers = index > 0 ? '' : count === 1 ? ' paper' : ' papers'
    return `${groupedNumber(count)}${papers} that ${(count === 1 ? saidOfOne : saidOfMany)[fall]}`
  })
  if (parts.length === 0) return null
  const last = parts.pop() ?? ''
  return `Cites ${parts.length === 0 ? last : `${parts.join(', ')} and ${last}`}`
}

/** Text on whether the cited paper was flagged before the citing one was published; null if unknown. */
export const formatWhen = (when: FlagOrder | null): string | null => (when === null ? null : whenWords[when])

const whenWords: Readonly<Record<FlagOrder, string>> = {
  before: 'before this paper appeared',
  after: 'after this paper appeared',
  'same-year': 'in the year this paper appeared',
}

export type FlaggedReference = {
  doi: Doi
  /** Null when we have no record of it. */
  title: string | null
  fall: Fall
  /** Status with date and source. */
  status: Status
  /** Flagged before or after the citing paper was published; null if unknown. */
  when: FlagOrder | null
}

export type FlaggedReferencesOf = {
  /** Time of the last source data on the references, in epoch ms. Null: unknown, so an empty list says nothing. */
  readAt: number | null
  /** The gravest first, and of those the latest. */
  fallen: readonly FlaggedReference[]
}

const readEdges = prepareStatement((db: Kysely<CitationTables>, json: string) =>
  db
    .selectFrom('fallen_references as edge')
    .leftJoin('fallen_papers as fallen', 'fallen.doi', 'edge.cited')
    .select(['edge.citing', 'edge.cited', 'edge.source', 'edge.published', 'fallen.title'])
    .where('edge.citing', 'in', listed(db, json)),
)
const readWhen = prepareStatement((db: Kysely<CitationTables>, json: string) =>
  db.selectFrom('references_read').select(['doi', 'read_at']).where('doi', 'in', listed(db, json)),
)

type Edge = Awaited<ReturnType<typeof readEdges>>[number]

/**
 * Returns the current flagged references of papers, without those whose retraction was reversed. Two queries, plus two if there are any,
 * whatever the number of papers. Includes every requested DOI.
 */
export const readFlaggedReferences = async (
  db: Kysely<CitationTables>,
  dois: readonly Doi[],
): Promise<Map<Doi, FlaggedReferencesOf>> => {
  const json = JSON.stringify(dois)
  const [edges, read] = await Promise.all([readEdges(db, json), readWhen(db, json)])
  const cited = [...new Set(edges.map(edge => storedDoi(edge.cited)))]
  const known = cited.length === 0 ? new Map<Doi, StoredKnown>() : await knownReader(db).many(cited)
  const readAt = new Map(read.map(row => [row.doi, row.read_at]))
  const byCiting = Map.groupBy(edges, edge => edge.citing)
  return new Map(
    dois.map((doi): [Doi, FlaggedReferencesOf] => [
      doi,
      { readAt: readAt.get(doi) ?? null, fallen: fallenIn(doi, byCiting.get(doi) ?? [], known) },
    ]),
  )
}

const fallenIn = (citing: Doi, edges: readonly Edge[], known: ReadonlyMap<Doi, StoredKnown>): FlaggedReference[] =>
  [...Map.groupBy(edges, edge => storedDoi(edge.cited))]
    .flatMap(([doi, told]) => {
      const stored = known.get(doi)
      const fallen = stored === undefined || isAboutFall(citing, stored) ? null : fallOf(doi, stored)
      if (stored === undefined || fallen === null) return []
      const title = told.find(edge => edge.title !== null)?.title ?? factsInEvidence({ doi, ...stored }).title
      return [{ doi, title, ...fallen, when: flagOrder(fallen.status, publishedIn(told)) }]
    })
    .toSorted(gravestFirst)

/** The registry of the DOI knows better when a paper appeared. */
const publishedIn = (told: readonly Edge[]): string | null =>
  told.find(({ source, published }) => source === 'crossref' && published !== null)?.published ??
  told.find(({ published }) => published !== null)?.published ??
  null

const gravestFirst = (a: FlaggedReference, b: FlaggedReference): number =>
  falls.indexOf(a.fall) - falls.indexOf(b.fall) ||
  (b.status.date ?? '').localeCompare(a.status.date ?? '') ||
  a.doi.localeCompare(b.doi)
