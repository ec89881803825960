import type { Doi } from '../../kit/doi/index.ts'
import { readableTitle } from '../titles/index.ts'
import type { Work, WorkAnswer } from '../works-index/index.ts'
import type { PaperFacts } from './facts.ts'
import { noDetails } from './record-details.ts'
import type { NearFacts } from './statuses.ts'

export type LocalIndex = {
  /** The look-up by DOI. */
  findWork: (doi: Doi) => WorkAnswer
  /** The same for many at once; those that are not found are left out. */
  findWorks: (dois: readonly Doi[]) => ReadonlyMap<Doi, Work>
  /** The works with one of these titles. */
  findTitled: (titles: readonly string[]) => readonly Work[]
  /** Those of these starts of titles that some work has. */
  startsKnown: (starts: readonly string[]) => ReadonlySet<string>
}

/** What the local index tells of papers, as facts. */
export const nearFacts = ({ findWork, findWorks, findTitled, startsKnown }: LocalIndex): NearFacts => ({
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
