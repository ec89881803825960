import { messageOf } from '@corroborate/server-kit/error-message'
import {
  bestCoverage,
  bestOf,
  type Candidates,
  countComplete,
  hasComplete,
  leastCoverage,
  mayMeanOtherForms,
  needsRepair,
  type RankedWork,
  rarestFirst,
  type SearchAnswer,
  scoreWork,
  selectiveTerms,
  shortestRepairedAlone,
  type Term,
  type WorkRow,
  weightOf,
  wordForms,
  wordsOfQuery,
} from '../works-index/index.ts'
import { type Ask, NotAnswered, openAsk, type SearchPlace } from './ask.ts'
import { lookUpIn } from './look-ups.ts'
import { type Search, searchMany } from './msearch.ts'
import { byTitleStart, countWords, withAll, withMost, withPairs, wordsToMend } from './queries.ts'

const shortQuery = 3

/**
 * Returns the best matching works, up to `limit`, ranked as in our file. OpenSearch selects candidates in one request for the words as
 * typed; if no work has them all, a second one adds word forms, corrections, and all words but one.
 * @throws NotAnswered
 */
const searchWorksIn = async (
  ask: Ask,
  name: string,
  text: string,
  { limit, patience }: { limit: number; patience: number },
): Promise<RankedWork[]> => {
  const words = wordsOfQuery(text)
  if (words.length === 0 || limit <= 0) return []
  const unique = [...new Set(words)]
  const last = words.at(-1) ?? ''
  const typed = words.map((word, n) => termOf(word, n === words.length - 1))
  const [counted, ...found] = await searchMany(
    ask,
    name,
    [countWords([...unique.filter(word => word !== last), last]), ...byTitleStart(words), withAll(rarestFirst(typed))],
    patience,
  )
  const counts = counted?.counts ?? new Map<string, number>()
  const total = (counted?.total ?? 0) + 1
  let terms = typed.map(term => {
    const works = Math.max(counts.get(term.word) ?? 0, term.last ? (counts.get(`${term.word}*`) ?? 0) : 0)
    return { ...term, works, weight: weightOf(works, total) }
  })
  const pool: Candidates = new Map()
  const gather = (rows: readonly WorkRow[]) => {
    for (const row of rows) if (!pool.has(row.id)) pool.set(row.id, { row, ...scoreWork(row, terms) })
  }
  gather(found.flatMap(({ rows }) => rows))
  const formsToo = mayMeanOtherForms(terms, countComplete(pool), limit)
  if (formsToo) {
    terms = terms.map(term => ({ ...term, forms: wordForms(term.word) }))
    for (const [id, { row }] of pool) pool.set(id, { row, ...scoreWork(row, terms) })
  }
  const further = [
    ...(formsToo ? [withAll(selectiveTerms(terms))] : []),
    ...(needsRepair(terms, pool, limit) ? repairs(terms) : []),
  ]
  for (const { rows } of await searchMany(ask, name, further, patience)) gather(rows)
  if (!hasComplete(pool) && terms.length > 2 && bestCoverage(pool) < leastCoverage) {
    const known = terms.filter(({ works }) => works > 0)
    if (known.length > 1) for (const { rows } of await searchMany(ask, name, [withPairs(known)], patience)) gather(rows)
  }
  return bestOf(pool.values(), terms, limit)
}

const termOf = (word: string, last: boolean): Term => ({ word, last, works: 0, weight: 1, alternatives: [], forms: [] })

/** The searches for a query that nothing answers as typed. */
const repairs = (terms: readonly Term[]): Search[] => {
  const mended = wordsToMend(terms, shortestRepairedAlone)
  const known = terms.filter(({ works }) => works > 0)
  const usable = terms.filter(({ word, works }) => works > 0 || mended.has(word))
  const rarest = rarestFirst(usable)
  return [
    ...(mended.size > 0 ? [withAll(selectiveOf(usable, mended), mended)] : []),
    ...(known.length > 0 ? [withAll(selectiveTerms(known))] : []),
    ...(rarest.length > 1 ? [withMost(rarest, 1, mended)] : []),
    // A word that others wrote may be a slip of another one.
    ...(rarest.length > 1 && terms.length <= shortQuery
      ? [withMost(rarest, 0, new Set(usable.map(({ word }) => word)))]
      : []),
  ]
}

/** Words to correct count as rare. */
const selectiveOf = (terms: readonly Term[], mended: ReadonlySet<string>): Term[] => [
  ...terms.filter(({ word }) => mended.has(word)),
  ...selectiveTerms(terms.filter(({ word }) => !mended.has(word))),
]

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
