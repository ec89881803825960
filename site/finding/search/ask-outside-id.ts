import { createSingleFlight } from '@corroborate/server-kit/single-flight'
import type { Doi, OutsideId } from '../../kit/doi/index.ts'
import { jsonOf, openAlexFields, type PaperFacts } from '../../paper/papers/index.ts'
import type { FoundWork } from '../search-box/index.ts'
import { keepAnswer, readAnswer } from './answer-cache.ts'
import { foundIn } from './found-in.ts'
import { factsOfWorks, listIn, type OpenAlexOptions, patience } from './open-alex-works.ts'

export type OutsideIdAnswer = { kind: 'found'; work: FoundWork } | { kind: 'not-found' } | { kind: 'unavailable' }

/** Resolves a PubMed ID or a URL to a paper. Never rejects. */
export type AskOutsideId = (ask: OutsideId, address: string) => Promise<OutsideIdAnswer>

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
