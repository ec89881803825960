import type { Doi } from '../../kit/doi/index.ts'
import { readableTitle } from '../titles/index.ts'
import type { Work, WorkAnswer } from '../works-index/index.ts'
import type { FactsAnswer, FindTitled, PaperFacts } from './facts.ts'
import type { StartsKnown } from './notices-by-title.ts'
import { noDetails } from './record-details.ts'

export type LocalIndex = {
  /** The look-up by DOI. */
  findWork: (doi: Doi) => WorkAnswer
  /** The same for many at once; those that are not found are left out. */
  findWorks: (dois: readonly Doi[]) => ReadonlyMap<Doi, Work>
  /** The works with one of these titles. */
  findTitled: (titles: readonly string[]) => readonly Work[]
  /** Returns those of the title prefixes that some work has. */
  startsKnown: (starts: readonly string[]) => ReadonlySet<string>
}

/** The local index, by DOI and by title. */
export type NearFacts = {
  local: (doi: Doi) => FactsAnswer
  localMany: (dois: readonly Doi[]) => ReadonlyMap<Doi, PaperFacts>
  titled: FindTitled
  startsKnown: StartsKnown
}

/** Runs a function of index lookups and returns its result. It must be pure and synchronous, since it may run several times. */
export type LookUpWorks = <Answer>(ask: (index: LocalIndex) => Answer) => Promise<Answer>

/** The same with results as paper metadata. */
export type LookNear = <Answer>(ask: (near: NearFacts) => Answer) => Promise<Answer>

export const lookNear =
  (lookUpWorks: LookUpWorks): LookNear =>
  ask =>
    lookUpWorks(index => ask(nearFacts(index)))

/** Local index lookups with results as paper metadata. */
const nearFacts = ({ findWork, findWorks, findTitled, startsKnown }: LocalIndex): NearFacts => ({
  local: doi => {
    const answer = findWork(doi)
    return answer.kind === 'found' ? { kind: 'found', facts: factsOf(doi, answer.work) } : answer
  },
  localMany: dois => new Map([...findWorks(dois)].map(([doi, work]) => [doi, factsOf(doi, work)])),
  titled: titles => findTitled(titles).map(work => factsOf(work.doi, work)),
  startsKnown,
})

const factsOf = (doi: Doi, { authors, citedBy, ...work }: Work): PaperFacts => ({
  ...work,
  doi,
  title: work.title === null ? null : readableTitle(work.title),
  authors: [...authors],
  details: { ...noDetails, citedBy },
  fetchedAt: null,
})
