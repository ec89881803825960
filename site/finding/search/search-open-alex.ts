import { createSingleFlight } from '@corroborate/server-kit/single-flight'
import { jsonOf, openAlexFields } from '../../paper/papers/index.ts'
import { mostResults } from '../search-box/index.ts'
import { keepAnswer, readAnswer } from './answer-cache.ts'
import type { OutsideOutcome } from './find-works.ts'
import { foundIn } from './found-in.ts'
import { factsOfWorks, listIn, type OpenAlexOptions, patience } from './open-alex-works.ts'

/**
 * OpenAlex search (`GET /works?search=…`, CONVENTIONS 2.2) with a 24-hour cache by normalized query. Concurrent identical queries share one
 * request.
 */
export const createOpenAlexSearch = ({ service, url, apiKey, db, learn, now }: OpenAlexOptions) => {
  const searches = createSingleFlight<string, OutsideOutcome>()

  const ask = async (query: string): Promise<OutsideOutcome> => {
    const kept = await readAnswer(db, query, now())
    if (kept !== null) return { kind: 'found', works: kept }

    const answer = await service.get(searchAddress(url, query, apiKey), patience)
    if (answer.kind === 'refused') return { kind: 'too-many-requests' }
    if (answer.kind !== 'answer' || answer.status !== 200) return { kind: 'unavailable' }
    const list = listIn(jsonOf(answer.body))
    if (list === null) return { kind: 'unavailable' }
    const found = factsOfWorks(list, now())
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
