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
  scoreWork,
  selectiveTerms,
  shortestRepairedAlone,
  type Term,
  type WorkRow,
  weightOf,
  wordForms,
  wordsOfQuery,
} from '../works-index/index.ts'
import type { Ask } from './ask.ts'
import { type Search, searchMany } from './msearch.ts'
import { byTitleStart, countWords, withAll, withMost, withPairs, wordsToMend } from './queries.ts'

const shortQuery = 3

/**
 * Returns the best matching works, up to `limit`, ranked as in our file. OpenSearch selects candidates in one request for the words as
 * typed; if no work has them all, a second one adds word forms, corrections, and all words but one.
 * @throws NotAnswered
 */
export const searchWorksIn = async (
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
