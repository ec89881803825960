import type { Doi } from '../../kit/doi/index.ts'
import { type Status, statusMark } from '../../paper/known/index.ts'
import type { Candidate } from './compare.ts'
import { rank } from './find-candidates.ts'
import type { Reference } from './formats/index.ts'

/** Paper data from the site's own sources; null if there is no record. */
export type Told = { title: string | null; year: number | null; status: Status } | null

/** Matched paper of a reference. An uncertain match is only suggested for review, without a status. */
export type Match =
  | { kind: 'sure'; by: 'doi' | 'pmid' | 'arxiv'; doi: Doi }
  /** Its DOI has no record and may be mistyped or new. `maybe`: the paper matched by title. */
  | { kind: 'no-record'; by: 'doi' | 'arxiv'; doi: Doi; maybe: Doi | null }
  | { kind: 'probably'; by: 'title'; doi: Doi; agree: readonly Agreeing[] }
  | { kind: 'maybe'; doi: Doi; differ: Differing }
  | { kind: 'not-found' }

/** Fields that agree besides the title. */
export type Agreeing = 'year' | 'author'
/** Why a paper with such a title may be another one. */
export type Differing = 'year' | 'author' | 'title' | 'unsaid' | 'doi'

type Given = {
  reference: Pick<Reference, 'doi' | 'arxiv'>
  /** The DOI that PubMed's number stands for, where we know it. */
  byPmid: Doi | null
  candidates: readonly Candidate[]
  told: (doi: Doi) => Told
}

/**
 * Matches a reference to a paper: by identifier if it has a record, otherwise by title with year and author. A match by title requires that
 * neither disagrees; for a paper with a status, such as a retraction, that title, year and first author all agree.
 */
export const match = ({ reference: { doi, arxiv }, byPmid, candidates, told }: Given): Match => {
  if (doi !== null && told(doi) !== null) return { kind: 'sure', by: 'doi', doi }
  if (byPmid !== null && told(byPmid) !== null) return { kind: 'sure', by: 'pmid', doi: byPmid }
  if (arxiv !== null && told(arxiv) !== null) return { kind: 'sure', by: 'arxiv', doi: arxiv }
  const guess = guessed(candidates, told)
  const given = doi ?? arxiv
  if (given === null) return guess
  return {
    kind: 'no-record',
    by: doi === null ? 'arxiv' : 'doi',
    doi: given,
    maybe: guess.kind === 'probably' ? guess.doi : null,
  }
}

const guessed = (
  candidates: readonly Candidate[],
  told: (doi: Doi) => Told,
): Extract<Match, { kind: 'probably' | 'maybe' | 'not-found' }> => {
  const papers = candidates
    .filter(({ doi }) => told(doi)?.status.kind !== 'notice')
    .toSorted((a, b) => rank(a) - rank(b))
  const [best] = papers
  if (best === undefined) return { kind: 'not-found' }
  const isKnown = (candidate: Candidate): boolean => saysSomething(told(candidate.doi))
  // Two papers that agree alike: the one that we would speak of may be the other.
  const rival = papers.find(other => rank(other) === rank(best) && isKnown(other) !== isKnown(best))
  const taken = rival !== undefined && isKnown(rival) ? rival : best
  const differ = rival === undefined ? differing(taken, isKnown(taken)) : 'unsaid'
  if (differ === null) return { kind: 'probably', by: 'title', doi: taken.doi, agree: agreeing(taken) }
  return isWorthALook(taken) ? { kind: 'maybe', doi: taken.doi, differ } : { kind: 'not-found' }
}

const saysSomething = (told: Told): boolean => told !== null && statusMark(told.status) !== null

/** Returns the reason against a candidate; null for none. */
const differing = ({ titled, author, dated }: Candidate, isKnown: boolean): Differing | null => {
  if (author === 'disagrees') return 'author'
  if (dated === 'far') return 'year'
  if (author === 'unknown' && dated !== 'same') return 'unsaid'
  if (author === 'unknown' && titled !== 'whole') return 'title'
  if (!isKnown) return null
  if (dated === 'near') return 'year'
  if (titled !== 'whole') return 'title'
  return author === 'agrees' && dated === 'same' ? null : 'unsaid'
}

/** Excludes papers by other authors unless the title is identical. */
const isWorthALook = ({ titled, author, dated, title }: Candidate): boolean =>
  author === 'agrees'
    ? dated !== 'far' || titled === 'whole'
    : titled === 'whole' && title.split(' ').length > tellingWords

/** Many papers are titled "A review of the literature". */
const tellingWords = 6

const agreeing = ({ author, dated }: Candidate): Agreeing[] => [
  ...(dated === 'same' ? (['year'] as const) : []),
  ...(author === 'agrees' ? (['author'] as const) : []),
]
