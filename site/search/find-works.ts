import { type Doi, findDois, parseDoi } from '../doi/index.ts'
import { type FoundWork, mostResults } from './found-work.ts'
import { cleanQuery, normaliseQuery, worthAskingOutside } from './query.ts'

/** How a search ends. Trouble with OpenAlex is told only when there is nothing local to show (SPEC §8). */
export type FindOutcome =
  | { kind: 'found'; works: FoundWork[] }
  | { kind: 'too-many-requests' }
  | { kind: 'unavailable' }

export type SearchSources = {
  /** The local index. Never rejects; a missing index finds nothing. */
  local: (query: string) => Promise<FoundWork[]>
  /** The work with this DOI, from the same sources as its page. */
  byDoi: (doi: Doi) => Promise<FoundWork | null>
  /** OpenAlex behind a cache; null when it is switched off. */
  outside: ((normalisedQuery: string) => Promise<FindOutcome>) | null
}

/**
 * Answers what was typed with at most 5 works. A DOI finds its work, a pasted reference the works whose DOIs it names; other words
 * are searched in the local index, and in OpenAlex when the index has fewer than 5.
 */
export const createFindWorks =
  (sources: SearchSources) =>
  async (typed: string): Promise<FindOutcome> => {
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
      return { kind: 'found', works: merged(local, []) }
    }
    const outside = await sources.outside(asked)
    if (outside.kind === 'found') return { kind: 'found', works: merged(local, outside.works) }
    return local.length > 0 ? { kind: 'found', works: merged(local, []) } : outside
  }

/** Local works first, then those from outside, each DOI once, at most 5. */
const merged = (local: readonly FoundWork[], outside: readonly FoundWork[]): FoundWork[] => {
  const works = new Map<Doi, FoundWork>()
  for (const work of [...local, ...outside]) if (!works.has(work.doi)) works.set(work.doi, work)
  return [...works.values()].slice(0, mostResults)
}

export type FindWorks = ReturnType<typeof createFindWorks>
