import type { Doi } from '../../kit/doi/index.ts'
import { type Status, statusMark } from '../../paper/known/index.ts'
import type { Candidate } from './compare.ts'
import { rank } from './find-candidates.ts'
import type { Reference } from './formats/index.ts'

/** What the site's own sources say of a paper; null where they have no record of it. */
export type Told = { title: string | null; year: number | null; status: Status } | null

/** Which paper a reference is. A guess that is not good enough is a paper to look at, of which nothing is said here. */
export type Match =
  | { kind: 'sure'; by: 'doi' | 'pmid' | 'arxiv'; doi: Doi }
  /** It gives a DOI of which we have no record: it may be mistyped, or new. `maybe`: the paper that its title names. */
  | { kind: 'no-record'; by: 'doi' | 'arxiv'; doi: Doi; maybe: Doi | null }
  | { kind: 'probably'; by: 'title'; doi: Doi; agree: readonly Agreeing[] }
  | { kind: 'maybe'; doi: Doi; differ: Differing }
  | { kind: 'not-found' }

/** What agrees beside the title. */
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
 * Which paper a reference is: by what identifies it, where we have a record of that; else by its title with year and author. A guess is made only
 * where neither disagrees; one of which something is known, such as a retraction, only where title, year and first author all agree.
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

/** What stands against taking a candidate for the paper; null for nothing. */
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

/** Of a paper by somebody else nobody wants to hear, unless its title is the very same. */
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
