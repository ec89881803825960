import type { Doi } from '../../kit/doi/index.ts'
import {
  type Evidence,
  factsInEvidence,
  type KnownReader,
  mergeEvidence,
  type Status,
  statusOf,
} from '../known/index.ts'
import type { FindTitled, PaperFacts } from './facts-store.ts'
import { type LookUpLocally, mayHaveNotices, type NearFacts, noticesByTitle, paperBehind } from './local-index.ts'

/** Display names of metadata sources. */
export const sourceNames: Readonly<Record<PaperFacts['source'], string>> = {
  openalex: 'OpenAlex',
  crossref: 'Crossref',
  import: 'OpenAlex',
  starter: 'the record of this paper',
}

/** The statuses of the papers of one list, by DOI. */
export type ReadStatuses = (dois: readonly Doi[]) => Promise<Map<Doi, Status>>

type Sources = {
  known: Pick<KnownReader, 'many'>
  /** Returns stored external metadata of listed papers. */
  stored: (dois: readonly Doi[]) => Promise<Map<Doi, PaperFacts>>
  near: LookUpLocally
}

export type PaperSummary = { title: string | null; year: number | null; status: Status }
export type ReadSummaries = (dois: readonly Doi[]) => Promise<Map<Doi, PaperSummary>>

/** The statuses alone. */
export const statusesIn =
  (summaries: ReadSummaries): ReadStatuses =>
  async dois =>
    new Map([...(await summaries(dois))].map(([doi, { status }]) => [doi, status]))

/** Reads the papers of a list in a few queries, from the same sources as their pages but without external services. */
export const createReadSummaries =
  ({ known, stored, near }: Sources): ReadSummaries =>
  async dois => {
    if (dois.length === 0) return new Map()
    const [facts, told] = await Promise.all([stored(dois), known.many(dois)])
    return near(index => summariesIn(index, dois, facts, told))
  }

/** Builds the summaries of listed papers from stored evidence. */
const summariesIn = (
  near: NearFacts,
  dois: readonly Doi[],
  facts: ReadonlyMap<Doi, PaperFacts>,
  told: Awaited<ReturnType<KnownReader['many']>>,
): Map<Doi, PaperSummary> => {
  const local = near.localMany(dois.filter(doi => !facts.has(doi)))
  const all = new Map(dois.map(doi => [doi, facts.get(doi) ?? local.get(doi) ?? null] as const))
  const announced = mayHaveNotices(
    [...all.values()].filter(paper => paper !== null),
    near.startsKnown,
  )
  return new Map(
    [...all].map(([doi, paper]): [Doi, PaperSummary] => {
      const stored = told.get(doi) ?? { updates: [], replications: [] }
      // Looking for notices by the title of every paper of a long list would take longer than all the rest.
      const titled = announced.has(doi) ? near.titled : () => []
      const evidence = evidenceOf(doi, paper, stored, { local: near.local, titled: near.titled, noticesIn: titled })
      return [doi, { title: evidence.title, year: evidence.year, status: statusOf(mergeEvidence(evidence), evidence) }]
    }),
  )
}

/** Combines a paper's metadata and stored evidence for merging. The metadata is null if no source has any. */
export const evidenceOf = (
  doi: Doi,
  facts: PaperFacts | null,
  { updates, replications }: Pick<Evidence, 'updates' | 'replications'>,
  { local, titled, noticesIn = titled }: Pick<NearFacts, 'local' | 'titled'> & { noticesIn?: FindTitled },
): Evidence => {
  const from = facts === null ? null : sourceNames[facts.source]
  const { title, year } = facts ?? factsInEvidence({ doi, updates, replications })
  // A source is more specific than a title.
  const isReportedStatus = updates.some(
    update => update.doi === doi && /retract|withdraw|remov|reinstat|concern/.test(update.type),
  )
  const byTitle = facts === null || isReportedStatus ? [] : noticesByTitle(facts, noticesIn)
  return {
    doi,
    title,
    titleFrom: from,
    year,
    retractedBy: facts?.retracted === true ? from : null,
    updates: [...updates, ...byTitle],
    replications,
    lookUp: other => {
      const named = local(other as Doi)
      return named.kind === 'found' ? named.facts : null
    },
    aboutTitled: about => (facts === null ? null : paperBehind(facts, about, titled)),
  }
}
