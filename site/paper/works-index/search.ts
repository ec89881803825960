import {
  bestCoverage,
  bestOf,
  type Candidates,
  countComplete,
  goodCoverage,
  hasComplete,
  isDoubtful,
  leastCoverage,
  mayMeanOtherForms,
  needsRepair,
  rarestFirst,
  selectiveTerms,
  shortestRepairedAlone,
  type Term,
  titleStart,
  weightOf,
  withoutCommon,
  wordForms,
  wordsOfQuery,
  workOfSearchRowid,
} from './judge.ts'
import type { OpenIndex } from './live-index.ts'
import { oneSlipAway, partings, scoreWork } from './rank.ts'
import { type RankedWork, type WorkRow, workColumns } from './work.ts'

const candidates = 300
const candidatesOfWord = 120
const candidatesWithout = 150
const titleCandidates = 60
const mostAlternatives = 24
const mostLeftOut = 8
const mostPaired = 4
const candidatesOfPair = 50
/**
 * Returns the best matching works, up to `limit`. Accepts any text without throwing. Words may be in any order, the last one partial;
 * author names and the year count as words. If no work has all words as typed, corrects one typo per word from the vocabulary, then allows
 * one missing word. After `budget` milliseconds it returns its results so far.
 * @throws Error if the budget ended before any result, which is not the same as no match
 */
export const searchWorks = (
  index: OpenIndex,
  text: string,
  { limit, budget }: { limit: number; budget: number },
): RankedWork[] => {
  const words = wordsOfQuery(text)
  if (words.length === 0 || limit <= 0) return []
  const until = performance.now() + budget
  let terms: readonly Term[] = lookUpTerms(index, words)
  const pool: Candidates = new Map()
  const gather = (rows: readonly WorkRow[]) => {
    for (const row of rows) if (!pool.has(row.id)) pool.set(row.id, { row, ...scoreWork(row, terms) })
  }
  gather(worksByTitleStart(index, words))
  gatherByWords(index, terms, gather)
  if (mayMeanOtherForms(terms, countComplete(pool), limit)) {
    const withForms = lookUpForms(index, terms)
    if (withForms !== terms) {
      terms = withForms
      rescore(pool, terms)
      gather(worksMatching(index, matchAll(selectiveTerms(terms)), candidates))
    }
  }
  const repairs = needsRepair(terms, pool, limit)
  if (repairs && performance.now() < until) gatherRepaired(index, terms, gather, until, pool)
  const found = bestOf(pool.values(), terms, limit)
  if (repairs && found.length === 0 && performance.now() >= until) throw new Error('the time was over')
  return found
}

const rescore = (pool: Candidates, terms: readonly Term[]): void => {
  for (const [id, { row }] of pool) pool.set(id, { row, ...scoreWork(row, terms) })
}

const lookUpTerms = (index: OpenIndex, words: readonly string[]): Term[] => {
  const works = wordsKnown(index, words)
  const total = Number(index.prepare('SELECT max(id) AS n FROM works').get()?.n ?? 0) + 1
  return words.map((word, i) => {
    const last = i === words.length - 1
    const count = Math.max(works.get(word) ?? 0, last ? worksWithStart(index, word, total) : 0)
    return {
      word,
      last,
      works: count,
      weight: weightOf(count, total),
      alternatives: [],
      forms: [],
    }
  })
}

/** Adds indexed word forms to the terms; returns the same list if there are none. */
const lookUpForms = (index: OpenIndex, terms: readonly Term[]): readonly Term[] => {
  const possible = terms.map(({ word }) => wordForms(word))
  const known = wordsKnown(index, possible.flat())
  if (known.size === 0) return terms
  return terms.map((term, i) => {
    const forms = (possible[i] ?? []).filter(form => known.has(form))
    const works = forms.reduce((sum, form) => sum + (known.get(form) ?? 0), term.works)
    return forms.length === 0 ? term : { ...term, forms, works }
  })
}

/** Returns document frequencies of words, without unknown ones. */
const wordsKnown = (index: OpenIndex, words: readonly string[]): Map<string, number> => {
  const rows = index
    .prepare('SELECT word, works FROM vocabulary WHERE word IN (SELECT value FROM json_each(?))')
    .all(JSON.stringify(words)) as { word: string; works: number }[]
  return new Map(rows.map(row => [row.word, row.works]))
}

/** About how many works have a word with this beginning. */
const worksWithStart = (index: OpenIndex, start: string, total: number): number => {
  const row = index
    .prepare('SELECT sum(works) AS n FROM (SELECT works FROM vocabulary WHERE word >= ? AND word < ? LIMIT 1000)')
    .get(start, afterStart(start)) as { n: number | null }
  return Math.min(total, row.n ?? 0)
}

const afterStart = (start: string): string => `${start}\u{10ffff}`

const worksByTitleStart = (index: OpenIndex, words: readonly string[]): WorkRow[] => {
  const start = titleStart(words)
  return index
    .prepare(
      `SELECT ${workColumns} FROM works WHERE id IN
         (SELECT work FROM titles WHERE start >= ? AND start < ? ORDER BY start LIMIT ${titleCandidates})`,
    )
    .all(start, afterStart(start)) as WorkRow[]
}

/** Matches rare words first; common ones are added only if too many candidates remain. */
const gatherByWords = (index: OpenIndex, terms: readonly Term[], gather: (rows: readonly WorkRow[]) => void): void => {
  const selective = selectiveTerms(terms)
  const rows = worksMatching(index, matchAll(selective), terms.length === 1 ? candidatesOfWord : candidates)
  gather(rows)
  if (rows.length === candidates && selective.length < terms.length) {
    gather(worksMatching(index, matchAll(rarestFirst(terms)), candidates))
  }
}

/** An FTS5 query of quoted alphanumeric words only. */
const matchAll = (terms: readonly Term[]): string => terms.map(matchOne).join(' AND ')

const matchOne = ({ word, last, forms, alternatives }: Term): string => {
  const typed = last ? `"${word}"*` : `"${word}"`
  if (forms.length + alternatives.length === 0) return typed
  return `(${[typed, ...forms.map(form => `"${form}"`), ...alternatives].join(' OR ')})`
}

const worksMatching = (index: OpenIndex, match: string, limit: number): WorkRow[] => {
  if (match === '') return []
  return index
    .prepare(
      `SELECT ${workColumns} FROM works WHERE id IN
         (SELECT ${workOfSearchRowid} FROM words WHERE words MATCH ? LIMIT ?)`,
    )
    .all(match, limit) as WorkRow[]
}

/** For a query without matches: corrects unknown words, then drops each of the rarest words in turn. */
const gatherRepaired = (
  index: OpenIndex,
  terms: readonly Term[],
  gather: (rows: readonly WorkRow[]) => void,
  until: number,
  pool: Candidates,
): void => {
  const unknown = terms.filter(term => term.works === 0)
  // With no word to hold on to, a short one is one slip away from too many others.
  const shortest = terms.every(isDoubtful) ? shortestRepairedAlone : 0
  const repaired = terms.map(term =>
    (isDoubtful(term) || terms.length === 1) && term.word.length >= shortest
      ? { ...term, alternatives: alternativesOf(index, term) }
      : term,
  )
  const usable = repaired.filter(term => term.works > 0 || term.alternatives.length > 0)
  if (usable.some(term => term.alternatives.length > 0)) {
    gather(worksMatching(index, matchAll(withoutCommon(usable)), candidates))
  }
  if (hasComplete(pool)) return
  const known = terms.filter(term => term.works > 0)
  if (unknown.length > 0 && known.length > 0) {
    gather(worksMatching(index, matchAll(selectiveTerms(known)), candidates))
  }
  for (const left of rarestFirst(usable).slice(0, mostLeftOut)) {
    if (usable.length < 2 || (unknown.length > 0 && bestCoverage(pool) > goodCoverage)) break
    if (performance.now() > until) return
    const others = usable.filter(term => term !== left)
    gather(worksMatching(index, matchAll(withoutCommon(others)), candidatesWithout))
    if (terms.length <= 3 && left.alternatives.length === 0) {
      const alternatives = alternativesOf(index, left)
      if (alternatives.length > 0)
        gather(worksMatching(index, matchAll([...others, { ...left, alternatives }]), candidatesWithout))
    }
  }
  if (bestCoverage(pool) < leastCoverage) gatherByPairs(index, known, gather, until)
}

/** Last resort: works with any two of the rarest words. */
const gatherByPairs = (
  index: OpenIndex,
  known: readonly Term[],
  gather: (rows: readonly WorkRow[]) => void,
  until: number,
): void => {
  const rarest = rarestFirst(known).slice(0, mostPaired)
  for (const [i, one] of rarest.entries()) {
    for (const other of rarest.slice(i + 1)) {
      if (performance.now() > until) return
      gather(worksMatching(index, matchAll([one, other]), candidatesOfPair))
    }
  }
}

/** Returns corrections of a word as FTS5 terms: words one edit away, two joined words, prefixes one edit away. */
const alternativesOf = (index: OpenIndex, { word, last }: Term): string[] => {
  const slips = oneSlipAway(word)
  const known = [...wordsKnown(index, slips)].sort((a, b) => b[1] - a[1]).map(([slip]) => `"${slip}"`)
  const parted = partings(word)
  const parts = wordsKnown(index, parted.flat())
  const pairs = parted
    .map(([left, right]) => ({ left, right, works: Math.min(parts.get(left) ?? 0, parts.get(right) ?? 0) }))
    .filter(pair => pair.works > 0)
    .sort((a, b) => b.works - a.works)
    .slice(0, 3)
    .map(({ left, right }) => `("${left}" AND "${right}")`)
  const starts = last && known.length === 0 && word.length > 3 ? startsKnown(index, slips) : []
  return [...known.slice(0, mostAlternatives), ...pairs, ...starts.map(start => `"${start}"*`)]
}

const startsKnown = (index: OpenIndex, starts: readonly string[]): string[] => {
  const rows = index
    .prepare(
      `SELECT value AS start FROM json_each(?) AS candidate WHERE EXISTS
         (SELECT 1 FROM vocabulary WHERE word >= candidate.value AND word < candidate.value || char(1114111)) LIMIT ${mostAlternatives}`,
    )
    .all(JSON.stringify(starts)) as { start: string }[]
  return rows.map(row => row.start)
}
