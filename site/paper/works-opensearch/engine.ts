import { messageOf } from '@corroborate/server-kit/error-message'
import type { SearchAnswer } from '../works-index/index.ts'
import { type Ask, NotAnswered, openAsk } from './ask.ts'
import { lookUpIn } from './look-ups.ts'
import type { SearchPlace } from './place.ts'
import { searchWorksIn } from './search.ts'

/** A search may take so long in all, in ms. */
const patience = 2_000
/** So many searches wait for OpenSearch at once; the next are answered `busy`. */
const mostAtOnce = 256

type Options = { onNotice?: (sentence: string) => void; patience?: number }

/** Works in OpenSearch. Sends no request until used. */
export const openWorksThere = (
  place: SearchPlace,
  { onNotice = () => {}, patience: longest = patience }: Options = {},
) => {
  const { name } = place
  const ask = openAsk(place, { onNotice })
  const lookUp = lookUpIn(ask, name)
  let atOnce = 0

  const search = async (query: string, limit: number): Promise<SearchAnswer> => {
    if (query.trim() === '') return { kind: 'found', works: [] }
    if (atOnce >= mostAtOnce) return { kind: 'unavailable', because: 'busy' }
    atOnce++
    try {
      return { kind: 'found', works: await searchWorksIn(ask, name, query, { limit, patience: longest }) }
    } catch (error) {
      if (error instanceof NotAnswered) return { kind: 'unavailable', because: error.because }
      onNotice(`A search failed: ${messageOf(error)}`)
      return { kind: 'unavailable', because: 'broken' }
    } finally {
      atOnce--
    }
  }

  return {
    search,
    lookUp,
    count: () => countIn(ask, name).catch(() => null),
    check: async () => {
      await countIn(ask, name)
    },
    close: ask.close,
  }
}

const countIn = async (ask: Ask, name: string): Promise<number> => {
  const { count, _shards } = await ask.read<{ count: number; _shards: { failed: number } }>(
    { method: 'GET', path: `/${name}/_count` },
    patience,
  )
  if (_shards.failed > 0) throw new NotAnswered('broken', 'Some shards are not responding.')
  return count
}
