import type { Doi } from '../doi/index.ts'
import {
  type Evidence,
  factsInEvidence,
  type KnownReader,
  mergeEvidence,
  type Status,
  statusOf,
} from '../known/index.ts'
import type { FactsAnswer, PaperFacts } from './facts.ts'

/** The statuses of the papers of one list, by DOI. */
export type ReadStatuses = (dois: readonly Doi[]) => Promise<Map<Doi, Status>>

type Sources = {
  known: Pick<KnownReader, 'many'>
  /** Our database: what services outside said, for those papers of a list of which it has anything. */
  stored: (dois: readonly Doi[]) => Promise<Map<Doi, PaperFacts>>
  /** The local index. */
  local: (doi: Doi) => FactsAnswer
}

/** Reads the statuses of a whole list in three queries, from the same sources as the papers' pages but asking nobody outside. */
export const createReadStatuses =
  ({ known, stored, local }: Sources): ReadStatuses =>
  async dois => {
    if (dois.length === 0) return new Map()
    const [facts, told] = await Promise.all([stored(dois), known.many(dois)])
    const factsOf = (doi: Doi): PaperFacts | null => {
      const near = facts.get(doi)
      if (near !== undefined) return near
      const answer = local(doi)
      return answer.kind === 'found' ? answer.facts : null
    }
    return new Map(
      dois.map((doi): [Doi, Status] => {
        const evidence = evidenceOf(doi, factsOf(doi), told.get(doi) ?? { updates: [], replications: [] }, local)
        return [doi, statusOf(mergeEvidence(evidence), evidence)]
      }),
    )
  }

/** What a paper's facts and the stores say, in the form that is merged and judged. Facts are null when no source has any. */
export const evidenceOf = (
  doi: Doi,
  facts: PaperFacts | null,
  { updates, replications }: Pick<Evidence, 'updates' | 'replications'>,
  local: (doi: Doi) => FactsAnswer,
): Evidence => {
  const from = facts === null ? null : sourceNames[facts.source]
  const { title, year } = facts ?? factsInEvidence({ doi, updates, replications })
  return {
    doi,
    title,
    titleFrom: from,
    year,
    retractedBy: facts?.retracted === true ? from : null,
    updates,
    replications,
    lookUp: other => {
      const named = local(other as Doi)
      return named.kind === 'found' ? named.facts : null
    },
  }
}

const sourceNames: Readonly<Record<PaperFacts['source'], string>> = {
  openalex: 'OpenAlex',
  crossref: 'Crossref',
  import: 'OpenAlex',
  starter: 'the record of this paper',
}
