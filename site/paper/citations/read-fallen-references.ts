import { listed, prepareStatement } from '@corroborate/server-kit/database'
import type { Kysely } from 'kysely'
import { type Doi, storedDoi } from '../../kit/doi/index.ts'
import { factsInEvidence, knownReader, type Status, type StoredKnown } from '../known/index.ts'
import { type Fall, fallOf, falls, isAboutFall } from './fall.ts'
import type { CitationTables } from './tables.ts'
import { type WhenFell, whenFell } from './when-fell.ts'

export type CitedFallen = {
  doi: Doi
  /** Null when we have no record of it. */
  title: string | null
  fall: Fall
  /** Status with date and source. */
  status: Status
  /** Flagged before or after the citing paper was published; null if unknown. */
  when: WhenFell | null
}

export type FallenReferences = {
  /** Time of the last source data on the references, in epoch ms. Null: unknown, so an empty list says nothing. */
  readAt: number | null
  /** The gravest first, and of those the latest. */
  fallen: readonly CitedFallen[]
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
export const readFallenReferences = async (
  db: Kysely<CitationTables>,
  dois: readonly Doi[],
): Promise<Map<Doi, FallenReferences>> => {
  const json = JSON.stringify(dois)
  const [edges, read] = await Promise.all([readEdges(db, json), readWhen(db, json)])
  const cited = [...new Set(edges.map(edge => storedDoi(edge.cited)))]
  const known = cited.length === 0 ? new Map<Doi, StoredKnown>() : await knownReader(db).many(cited)
  const readAt = new Map(read.map(row => [row.doi, row.read_at]))
  const byCiting = Map.groupBy(edges, edge => edge.citing)
  return new Map(
    dois.map((doi): [Doi, FallenReferences] => [
      doi,
      { readAt: readAt.get(doi) ?? null, fallen: fallenIn(doi, byCiting.get(doi) ?? [], known) },
    ]),
  )
}

const fallenIn = (citing: Doi, edges: readonly Edge[], known: ReadonlyMap<Doi, StoredKnown>): CitedFallen[] =>
  [...Map.groupBy(edges, edge => storedDoi(edge.cited))]
    .flatMap(([doi, told]) => {
      const stored = known.get(doi)
      const fallen = stored === undefined || isAboutFall(citing, stored) ? null : fallOf(doi, stored)
      if (stored === undefined || fallen === null) return []
      const title = told.find(edge => edge.title !== null)?.title ?? factsInEvidence({ doi, ...stored }).title
      return [{ doi, title, ...fallen, when: whenFell(fallen.status, publishedIn(told)) }]
    })
    .toSorted(gravestFirst)

/** The registry of the DOI knows better when a paper appeared. */
const publishedIn = (told: readonly Edge[]): string | null =>
  told.find(({ source, published }) => source === 'crossref' && published !== null)?.published ??
  told.find(({ published }) => published !== null)?.published ??
  null

const gravestFirst = (a: CitedFallen, b: CitedFallen): number =>
  falls.indexOf(a.fall) - falls.indexOf(b.fall) ||
  (b.status.date ?? '').localeCompare(a.status.date ?? '') ||
  a.doi.localeCompare(b.doi)
