import { foldWords, joinedWords } from './fold.ts'
import { plainText } from './plain-text.ts'
import type { QueryWord, Score } from './rank.ts'
import { foundOfRow, type RankedWork, type Work, type WorkRow } from './work.ts'

const indexedAuthors = 100
const titleStartLength = 64

type IndexedFacts = Pick<Work, 'title' | 'authors' | 'year'>

/** Returns a work's index entries. Deterministic: an entry is removed by passing it again. */
export const indexedWords = (work: IndexedFacts): { start: string; words: string; length: number } => {
  const titleWords = work.title === null ? [] : foldWords(work.title)
  const words = new Set(titleWords)
  if (work.title !== null) for (const word of joinedWords(work.title)) words.add(word)
  const authors = work.authors.length > indexedAuthors ? work.authors.slice(0, indexedAuthors) : work.authors
  for (const author of authors) for (const word of foldWords(author.name)) words.add(word)
  if (work.year !== null) words.add(String(work.year))
  return { start: titleStart(titleWords), words: [...words].join(' '), length: titleWords.length }
}

/** Index key of a title: its first words, folded and joined. */
export const titleStart = (titleWords: readonly string[]): string =>
  titleWords.join(' ').slice(0, titleStartLength).toWellFormed()

const workIds = 2 ** 32

/**
 * The row number of a work in the full-text index: it sorts by citations (in powers of two), then by the length of the title, then
 * by age in the index. SQLite lists matches by row number, so a common word gives its best works first and the rest is never read.
 */
export const searchRowid = (id: number, citedBy: number | null, titleLength: number): number =>
  rankOf(citedBy, titleLength) * workIds + id

/** The smaller, the more a work is worth looking at: by citations (in powers of two), then by the length of its title. */
export const rankOf = (citedBy: number | null, titleLength: number): number => {
  const cited = citedBy ?? 0
  const fame = cited > 0 ? Math.min(31, Math.floor(Math.log2(cited)) + 1) : 0
  return (31 - fame) * 64 + Math.min(63, titleLength)
}

/** SQL for the work of a row of `words`. */
export const workOfSearchRowid = `(words.rowid & ${workIds - 1})`

const shortestBase = 3
const consonant = '[bcdfghjklmnpqrstvwxz]'

/**
 * Returns possible inflections of an English word in a title: plural and singular, `-ing`, `-ed` (`pose`: poses, posing, posed). Many don't
 * exist; the caller keeps the indexed ones. None for other scripts, words with digits, or three letters.
 */
export const wordForms = (word: string): string[] => {
  if (!/^[a-z]{4,24}$/.test(word)) return []
  const forms = new Set(basesOf(word).flatMap(base => [base, ...formsOf(base)]))
  forms.delete(word)
  return [...forms]
}

/** Returns the word and its possible base forms. */
const basesOf = (word: string): string[] => {
  const bases = [word]
  const add = (base: string, shortest = shortestBase) => void (base.length >= shortest && bases.push(base))
  if (word.endsWith('ies')) add(`${word.slice(0, -3)}y`)
  if (/(?:[sxz]|ch|sh)es$/.test(word)) add(word.slice(0, -2))
  if (/[^aiusx]s$/.test(word)) add(word.slice(0, -1))
  const stem = /^(.+)(?:ing|ed)$/.exec(word)?.[1]
  if (stem === undefined) return bases
  // Three letters are a word of their own too often: "string" is no form of "str".
  add(stem, shortestBase + 1)
  add(`${stem}e`, shortestBase + 1)
  if (new RegExp(`(${consonant})\\1$`).test(stem)) add(stem.slice(0, -1))
  return bases
}

const formsOf = (base: string): string[] => {
  if (/[^aeiou]y$/.test(base)) return [`${base.slice(0, -1)}ies`, `${base}ing`, `${base.slice(0, -1)}ied`]
  if (base.endsWith('e')) return [`${base}s`, `${base.slice(0, -1)}ing`, `${base}d`]
  const plural = /(?:[sxz]|ch|sh)$/.test(base) ? `${base}es` : `${base}s`
  const last = base.slice(-1)
  const doubled = new RegExp(`[aeiou]${consonant}$`).test(base) ? [`${base}${last}ing`, `${base}${last}ed`] : []
  return [plural, `${base}ing`, `${base}ed`, ...doubled]
}

const longestQuery = 1_000
const mostWords = 40
const mostMatched = 10
/** A word that no work has weighs as much as one that so many of all works have: it may be a common word mistyped. */
const unknownCounts = (total: number): number => Math.min(20, 1 + total / 100)
/** A word in so few works may be mistyped in them. */
const doubtfulWorks = 3
const shortQuery = 3
/** A short query with so many complete matches needs no other forms and no repairs, however many works were requested. */
const enoughWorks = 20
/** In letters. */
export const shortestRepairedAlone = 5
export const leastCoverage = 0.5
/** A single matching word is not enough for two, however rare it is. */
const leastCoverageOfTwo = 0.6
/** Typo-only matches must cover the whole query: partial ones are mostly coincidental. */
const leastCoverageOfSlips = 0.6
/** Coverage from which a corrected candidate is considered intended. */
export const goodCoverage = 0.85

/** A query word with its vocabulary data; `works` is its document frequency, for the last word also as a prefix. */
export type Term = QueryWord & { works: number; alternatives: readonly string[] }

export type Candidates = Map<number, Candidate>

/** A work that may answer a query, and how well. */
type Candidate = { row: WorkRow } & Score

export const wordsOfQuery = (text: string): string[] =>
  foldWords(plainText(text.slice(0, longestQuery))).slice(0, mostWords)

/** Weight of a word by document frequency. */
export const weightOf = (works: number, total: number): number => Math.log2(2 + total / (works || unknownCounts(total)))

/** True if word forms such as plurals should be tried. Many words that all matched were meant literally. */
export const mayMeanOtherForms = (terms: readonly Term[], complete: number, limit: number): boolean =>
  complete === 0 || (complete < Math.min(limit, enoughWorks) && terms.length <= shortQuery)

/** True if typos should be corrected: no work has all words, or a short query has a very rare word, since titles have typos too. */
export const needsRepair = (terms: readonly Term[], pool: Candidates, limit: number): boolean => {
  const complete = countComplete(pool)
  const few = complete < Math.min(limit, enoughWorks)
  return complete === 0 || (few && terms.length <= shortQuery && terms.some(isDoubtful))
}

export const countComplete = (pool: Candidates): number => {
  let complete = 0
  for (const entry of pool.values()) if (entry.complete) complete++
  return complete
}

export const hasComplete = (pool: Candidates): boolean => {
  for (const { complete } of pool.values()) if (complete) return true
  return false
}

export const isDoubtful = ({ word, works }: Term): boolean =>
  works === 0 || (works <= doubtfulWorks && word.length >= 5)

export const rarestFirst = (terms: readonly Term[]): Term[] => {
  const unique = new Map(terms.map(term => [`${term.word}${term.last ? '*' : ''}`, term]))
  return [...unique.values()].sort((a, b) => a.works - b.works).slice(0, mostMatched)
}

export const selectiveTerms = (terms: readonly Term[]): Term[] => {
  const sorted = rarestFirst(terms)
  const rarest = sorted[0]?.works ?? 0
  return sorted.filter((term, i) => i < 2 || term.works <= Math.max(rarest * 10, 200))
}

export const bestCoverage = (pool: Candidates): number => {
  let best = 0
  for (const { coverage } of pool.values()) best = Math.max(best, coverage)
  return best
}

/** As `selectiveTerms`, where a repaired word counts as rare. */
export const withoutCommon = (terms: readonly Term[]): Term[] => {
  const repaired = terms.filter(term => term.alternatives.length > 0)
  return [...repaired, ...selectiveTerms(terms.filter(term => term.alternatives.length === 0))]
}

/** The best of the candidates, best first: those that answer enough of the query. */
export const bestOf = (candidates: Iterable<Candidate>, terms: readonly Term[], limit: number): RankedWork[] => {
  const least = terms.length === 2 ? leastCoverageOfTwo : leastCoverage
  return [...candidates]
    .filter(({ coverage, anchored }) => coverage >= (anchored ? least : leastCoverageOfSlips))
    .sort((a, b) => b.score - a.score || a.row.id - b.row.id)
    .slice(0, limit)
    .map(({ row, score }) => ({ ...foundOfRow(row), score }))
}
