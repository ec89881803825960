import { type Doi, findDois, type Pasted, parseDoi, readPasted } from '../../kit/doi/index.ts'
import type { SearchAnswer } from '../../paper/works-index/index.ts'
import { type FoundWork, mostResults } from '../search-box/index.ts'
import type { AskOutsideId } from './ask-outside-id.ts'
import { breakTies } from './break-ties.ts'
import { cleanQuery, normaliseQuery, worthAskingOutside } from './query.ts'

/** Result of an OpenAlex search. */
export type OutsideOutcome =
  | { kind: 'found'; works: FoundWork[] }
  | { kind: 'too-many-requests' }
  | { kind: 'unavailable' }

/**
 * Result of a search. An error is reported only, and always, if there is nothing to show (SPEC §8): `found` without works means that every
 * source responded without results. `whole` is false if a source was unavailable.
 */
export type FindOutcome =
  | { kind: 'found'; works: FoundWork[]; whole: boolean }
  | Exclude<OutsideOutcome, { kind: 'found' }>

export type SearchSources = {
  /** The local index: at least `most` works where it has them, best first; it may return more. Never rejects. */
  local: (query: string, most: number) => Promise<SearchAnswer>
  /** Returns the papers with evidence: a retraction, a correction or a replication. */
  knownAmong: (dois: readonly Doi[]) => Promise<ReadonlySet<Doi>>
  /** Returns the work with this DOI from the same sources as its page, on behalf of a client address. */
  byDoi: (
    doi: Doi,
    address: string,
  ) => Promise<{ kind: 'found'; work: FoundWork } | { kind: 'not-found' } | { kind: 'unavailable' }>
  /** The work that a number of PubMed's or a page's address stands for. */
  byOutsideId: AskOutsideId
  /** OpenAlex behind a cache; null when it is switched off. */
  outside: ((normalisedQuery: string) => Promise<OutsideOutcome>) | null
}

/** Identifiers of things other than papers, and unreadable ones. */
const leadsNowhere: ReadonlySet<Pasted['kind']> = new Set(['isbn', 'orcid', 'broken-doi', 'unreadable-address'])

/**
 * Answers what was typed at an address with at most `most` works; a larger `most` only appends to the list. A DOI, a number of PubMed's and the address of a paper find their work, a pasted
 * reference the works whose DOIs it names; a book's number and an address of no paper find nothing; other words are searched in the local index, and in OpenAlex when the index has fewer than 5 or cannot be read. While the index is busy
 * OpenAlex is not asked: it would get the whole crowd.
 */
export const createFindWorks =
  (sources: SearchSources) =>
  async (typed: string, address: string, most = mostResults): Promise<FindOutcome> => {
    const query = cleanQuery(typed)
    if (query === '') return { kind: 'found', works: [], whole: true }

    const pasted = readPasted(typed)
    if (leadsNowhere.has(pasted.kind)) return { kind: 'found', works: [], whole: true }
    if (pasted.kind === 'ask-openalex') {
      const answer = await sources.byOutsideId(pasted.ask, address)
      return foundOr(answer.kind === 'found' ? [answer.work] : [], answer.kind !== 'unavailable', {
        kind: 'unavailable',
      })
    }
    const doi = pasted.kind === 'doi' ? pasted.doi : null
    const named = await Promise.all(
      (doi === null ? findDois(query) : [doi]).slice(0, mostResults).map(named => sources.byDoi(named, address)),
    )
    const works = named.flatMap(answer => (answer.kind === 'found' ? [answer.work] : []))
    const knowsAll = named.every(answer => answer.kind !== 'unavailable')
    if (works.length > 0 || isNothingElse(query, doi)) return foundOr(works, knowsAll, { kind: 'unavailable' })

    const local = await sources.local(query, most)
    if (local.kind === 'unavailable' && local.because === 'busy') return { kind: 'unavailable' }
    const here = local.kind === 'found' ? await breakTies(local.works, sources.knownAmong, most) : []
    const whole = local.kind === 'found' && knowsAll
    const asked = normaliseQuery(query)
    if (here.length >= mostResults || sources.outside === null || !worthAskingOutside(asked)) {
      return foundOr(merged(here, [], most), whole, { kind: 'unavailable' })
    }
    const outside = await sources.outside(asked)
    return outside.kind === 'found'
      ? foundOr(merged(here, outside.works, most), whole, { kind: 'unavailable' })
      : foundOr(merged(here, [], most), false, outside)
  }

/** True if the query is only this DOI, rather than a reference whose words may find the paper if its DOI does not. */
const isNothingElse = (query: string, doi: Doi | null): boolean =>
  doi !== null && (!query.includes(' ') || parseDoi(query) === doi)

/** Returns the results, or the error if there are none and a source was unavailable. */
const foundOr = (works: FoundWork[], whole: boolean, trouble: Exclude<FindOutcome, { kind: 'found' }>): FindOutcome =>
  works.length > 0 || whole ? { kind: 'found', works, whole } : trouble

/** Local works first, then those from outside, each DOI once, at most `most`. */
const merged = (local: readonly FoundWork[], outside: readonly FoundWork[], most: number): FoundWork[] => {
  const works = new Map<Doi, FoundWork>()
  for (const work of [...local, ...outside]) if (!works.has(work.doi)) works.set(work.doi, work)
  return [...works.values()].slice(0, most)
}

export type FindWorks = ReturnType<typeof createFindWorks>
