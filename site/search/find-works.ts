import { type Doi, findDois, parseDoi } from '../doi/index.ts'
import type { FoundWork } from './found-work.ts'
import { cleanQuery, normaliseQuery, worthAskingOutside } from './query.ts'
import { mergeFinds, mostResults } from './works-answer.ts'

/** What asking outside ends in, and so a search: its trouble is told only when there is nothing local to show (SPEC §8). */
export type FindOutcome =
  | { kind: 'found'; works: FoundWork[] }
  | { kind: 'too-many-requests' }
  | { kind: 'unavailable' }

export type SearchSources = {
  /** The local index; never fails, an index that is missing finds nothing. */
  local: (query: string) => Promise<FoundWork[]>
  /** The one work with this DOI, from wherever its page would take it. */
  byDoi: (doi: Doi) => Promise<FoundWork | null>
  /** OpenAlex by way of the cache, or null when it is switched off. */
  outside: ((normalisedQuery: string) => Promise<FindOutcome>) | null
}

/**
 * Answers what was typed with at most 5 works: the work itself for a DOI, those named by the DOIs in a pasted reference, else the local index, filled up from outside
 * when it has fewer.
 */
export function createFindWorks(sources: SearchSources) {
  return async (typed: string): Promise<FindOutcome> => {
    const query = cleanQuery(typed)
    if (query === '') return { kind: 'found', works: [] }

    const doi = parseDoi(query)
    if (doi !== null) {
      const work = await sources.byDoi(doi)
      return { kind: 'found', works: work === null ? [] : [work] }
    }
    const named = await Promise.all(findDois(query).slice(0, mostResults).map(sources.byDoi))
    const works = named.filter(work => work !== null)
    if (works.length > 0) return { kind: 'found', works }

    const local = await sources.local(query)
    const asked = normaliseQuery(query)
    if (local.length >= mostResults || sources.outside === null || !worthAskingOutside(asked)) {
      return { kind: 'found', works: mergeFinds(local, []) }
    }
    const outside = await sources.outside(asked)
    if (outside.kind === 'found') return { kind: 'found', works: mergeFinds(local, outside.works) }
    return local.length > 0 ? { kind: 'found', works: mergeFinds(local, []) } : outside
  }
}

export type FindWorks = ReturnType<typeof createFindWorks>
