import { createSingleFlight } from '@corroborate/server-kit/single-flight'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { OutsideService } from '../outside/index.ts'
import { openAlexFields, type PaperFacts, readOpenAlexWork } from '../papers/index.ts'
import { keepAnswer, readAnswer, type SearchTables } from './answer-cache.ts'
import type { OutsideOutcome } from './find-works.ts'
import { foundIn, mostResults } from './found-work.ts'

export type OpenAlexSearchOptions = {
  service: OutsideService
  /** Base address, without a slash at its end. */
  url: string
  apiKey: string | undefined
  db: Kysely<SearchTables>
  /** Keeps what was learnt about the papers found, so that the page of a chosen one opens without asking again. */
  learn: (facts: readonly PaperFacts[]) => Promise<void>
  now: () => number
}

/** How long a search waits for OpenAlex, in ms: a reader is typing. */
const patience = 2_500

const answerForm = z.object({ results: z.array(z.unknown()) })

/**
 * OpenAlex's search (`GET /works?search=…`, CONVENTIONS 2.2) behind a cache of 24 hours per normalised query. Readers who
 * ask the same at the same time share one call.
 */
export const createOpenAlexSearch = ({ service, url, apiKey, db, learn, now }: OpenAlexSearchOptions) => {
  const searches = createSingleFlight<string, OutsideOutcome>()

  const ask = async (query: string): Promise<OutsideOutcome> => {
    const kept = await readAnswer(db, query, now())
    if (kept !== null) return { kind: 'found', works: kept }

    const answer = await service.get(searchAddress(url, query, apiKey), patience)
    if (answer.kind === 'refused') return { kind: 'too-many-requests' }
    if (answer.kind !== 'answer' || answer.status !== 200) return { kind: 'unavailable' }
    const found = readFacts(answer.body, now())
    if (found === null) return { kind: 'unavailable' }
    const works = found.map(foundIn)
    await keepAnswer(db, query, works, now())
    await learn(found)
    return { kind: 'found', works }
  }

  return (query: string): Promise<OutsideOutcome> => searches.run(query, () => ask(query))
}

const searchAddress = (url: string, query: string, apiKey: string | undefined): URL => {
  const address = new URL(`${url}/works`)
  address.searchParams.set('search', query)
  address.searchParams.set('filter', 'has_doi:true')
  address.searchParams.set('per_page', String(mostResults))
  address.searchParams.set('select', openAlexFields)
  if (apiKey !== undefined) address.searchParams.set('api_key', apiKey)
  return address
}

/** The works of an answer that have a DOI, or null for what is no answer. */
const readFacts = (body: string, now: number): PaperFacts[] | null => {
  let parsed: unknown
  try {
    parsed = JSON.parse(body)
  } catch {
    return null
  }
  const answer = answerForm.safeParse(parsed)
  if (!answer.success) return null
  return answer.data.results.map(work => readOpenAlexWork(work, now)).filter(facts => facts !== null)
}
