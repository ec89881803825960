import { createSingleFlight } from '@corroborate/server-kit/single-flight'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import { type Doi, findDois, type OutsideId, type Pasted, parseDoi, readPasted } from '../../kit/doi/index.ts'
import type { OutsideService } from '../../kit/outside/index.ts'
import { jsonOf, openAlexFields, type PaperFacts, readOpenAlexWork } from '../../paper/papers/index.ts'
import type { RankedWork, SearchAnswer } from '../../paper/works-index/index.ts'
import { type FoundWork, mostResults } from '../search-box/index.ts'
import { keepAnswer, readAnswer, type SearchTables } from './answer-cache.ts'

/** Converts facts from our database or an external service to a search result. */
export const foundIn = ({ doi, title, authors, authorsTruncated, journal, year }: PaperFacts): FoundWork => ({
  doi,
  title,
  authors: authors.map(({ name }) => name),
  authorsTruncated,
  journal,
  year,
})

/** Dependencies of OpenAlex requests. */
export type OpenAlexOptions = {
  service: OutsideService
  /** Base address, without a slash at its end. */
  url: string
  apiKey: string | undefined
  db: Kysely<SearchTables>
  /** Stores the facts of found papers, so that a selected paper's page opens without another request. */
  learn: (facts: readonly PaperFacts[]) => Promise<void>
  now: () => number
}

/** Timeout of OpenAlex in ms, since a reader is typing. */
export const patience = 2_500

const listForm = z.object({ results: z.array(z.unknown()) })

/** The works of a list in parsed JSON; null when it is no list. */
export const listIn = (json: unknown): unknown[] | null => listForm.safeParse(json).data?.results ?? null

/** The facts of those works that have a DOI. */
export const factsOfWorks = (works: readonly unknown[], now: number): PaperFacts[] =>
  works.map(work => readOpenAlexWork(work, now)).filter(facts => facts !== null)

export type OutsideIdAnswer = { kind: 'found'; work: FoundWork } | { kind: 'not-found' } | { kind: 'unavailable' }

/** Resolves a PubMed ID or a URL to a paper. Never rejects. */
type AskOutsideId = (ask: OutsideId, address: string) => Promise<OutsideIdAnswer>

/**
 * Fetches one work from OpenAlex by `pmid:`, `pmcid:` (free requests) or by the URL of one of its pages (a filter, a tenth of a search's
 * price), with the same 24-hour cache as searches. A work without a DOI has no page here: `not-found`.
 */
export const createOpenAlexIds = ({ service, url, apiKey, db, learn, now }: OpenAlexOptions): AskOutsideId => {
  const calls = createSingleFlight<string, OutsideIdAnswer>()

  const askFor = async (key: string, ask: OutsideId): Promise<OutsideIdAnswer> => {
    const kept = await readAnswer(db, key, now())
    if (kept !== null) return answerOf(kept)
    const answer = await service.get(addressFor(ask, url, apiKey), patience)
    if (answer.kind !== 'answer') return { kind: 'unavailable' }
    const found = answer.status === 404 || answer.status === 410 ? [] : readWorks(answer, now())
    if (found === null) return { kind: 'unavailable' }
    const works = found.slice(0, 1).map(foundIn)
    await keepAnswer(db, key, works, now())
    await learn(found.slice(0, 1))
    return answerOf(works)
  }

  return ask => {
    const key = keyOf(ask)
    return calls.run(key, () => askFor(key, ask))
  }
}

/** Adds a local guess without an external request: the DOI that a URL may contain, if that paper is known. */
export const withGuess =
  (byDoi: (doi: Doi, address: string) => Promise<OutsideIdAnswer>, outside: AskOutsideId | null): AskOutsideId =>
  async (ask, address) => {
    const guess = ask.by === 'address' ? ask.guess : null
    const guessed = guess === null ? ({ kind: 'not-found' } as const) : await byDoi(guess, address)
    if (guessed.kind === 'found' || outside === null) return guessed
    const told = await outside(ask, address)
    return told.kind === 'not-found' ? guessed : told
  }

const answerOf = ([work]: readonly FoundWork[]): OutsideIdAnswer =>
  work === undefined ? { kind: 'not-found' } : { kind: 'found', work }

/** No text query has this format, because `normaliseQuery` removes colons. */
const keyOf = (ask: OutsideId): string => (ask.by === 'address' ? `address:${ask.url}` : `${ask.by}:${ask.id}`)

const addressFor = (ask: OutsideId, url: string, apiKey: string | undefined): URL => {
  const address = new URL(ask.by === 'address' ? `${url}/works` : `${url}/works/${ask.by}:${ask.id}`)
  if (ask.by === 'address') {
    address.searchParams.set('filter', `locations.landing_page_url:${spellings(ask.url).join('|')}`)
    address.searchParams.set('per_page', '1')
  }
  address.searchParams.set('select', openAlexFields)
  if (apiKey !== undefined) address.searchParams.set('api_key', apiKey)
  return address
}

/**
 * Returns the variants of a URL in indexes: http or https, with or without a trailing slash. Commas and pipes separate values in a filter.
 */
const spellings = (address: string): string[] => {
  const bare = address
    .replace(/^https?:\/\//, '')
    .replace(/\/$/, '')
    .replace(/[,|]/g, encodeURIComponent)
  return ['https://', 'http://'].flatMap(scheme => [`${scheme}${bare}`, `${scheme}${bare}/`])
}

/** Parses the facts of all works with a DOI in a list or single-work response; null if it is invalid. */
const readWorks = ({ status, body }: { status: number; body: string }, now: number): PaperFacts[] | null => {
  if (status !== 200) return null
  const json = jsonOf(body)
  return json === undefined ? null : factsOfWorks(listIn(json) ?? [json], now)
}

/** So many works of the index are looked at: of those that answer equally well the known ones may come late. */
export const mostRanked = 20

/**
 * Works, best first → those to show, at most `most`. Of works that answer equally well and are cited as often, those come first of which
 * something is known. `knownAmong` is asked once, about these alone, and only when it can change what is shown.
 */
export const breakTies = async (
  works: readonly RankedWork[],
  knownAmong: (dois: readonly Doi[]) => Promise<ReadonlySet<Doi>>,
  most = mostResults,
): Promise<FoundWork[]> => {
  const last = works[most - 1]?.score ?? Number.NEGATIVE_INFINITY
  const inReach = works.filter(({ score }) => score >= last)
  const tied = inReach.filter(work => inReach.some(other => other !== work && other.score === work.score))
  const known = tied.length === 0 ? new Set() : await knownAmong(tied.map(({ doi }) => doi))
  return inReach
    .toSorted((a, b) => b.score - a.score || Number(known.has(b.doi)) - Number(known.has(a.doi)))
    .slice(0, most)
    .map(({ score: _, ...work }) => work)
}

/** Maximum query length. Longer input was not typed as a search; OpenAlex's limit on the URL is about 4 KB. */
const longestQuery = 300

/** OpenAlex reads these as operators; typed by a person they are nearly always an accident of pasting. */
const operators = /["“”()[\]{}\\|!*?~^:<>+&]/g

/** A query as typed → trimmed, composed (NFC), single-spaced, without control characters, at most 300 characters. */
export const cleanQuery = (typed: string): string =>
  [
    ...typed
      .normalize('NFC')
      .replaceAll(/\p{Cf}/gu, '')
      .replaceAll(/[\p{Cc}\s]+/gu, ' ')
      .trim(),
  ]
    .slice(0, longestQuery)
    .join('')

/**
 * Normalizes a query: lowercase and without operators. Used for external requests and as the cache key. AND, OR and NOT are operators in
 * uppercase only.
 */
export const normaliseQuery = (query: string): string =>
  cleanQuery(query).toLowerCase().replaceAll(operators, ' ').replaceAll(/\s+/g, ' ').trim()

/** True if a query is worth a metered request: not while the last word is still being typed (under 3 letters). */
export const worthAskingOutside = (normalisedQuery: string): boolean => {
  const lastWord = normalisedQuery.split(' ').at(-1) ?? ''
  return [...lastWord].length >= 3
}

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
