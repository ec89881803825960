import { isDoubtful, partings, rarestFirst, type Term, titleStart } from '../works-index/index.ts'
import type { Search } from './msearch.ts'

type Query = object

const byRank = [{ rank: 'asc' }]
const candidates = 150
const candidatesOfWord = 120
const titleCandidates = 60
const sameStart = 20
const candidatesByWeight = 150
/** Maximum length of indexed prefix terms. */
const longestPrefix = 8

const wordQuery = (word: string): Query => ({ term: { words: word } })
const startQuery = (word: string): Query => ({ prefix: { words: word } })

/** Counts all works, and those with each word; the last one also as a prefix. */
export const countWords = (words: readonly string[]): Search => {
  const last = words.at(-1) ?? ''
  const filters = [
    ...words.map((word): [string, Query] => [word, wordQuery(word)]),
    [`${last}*`, startQuery(last)] as const,
  ]
  return {
    size: 0,
    track_total_hits: true,
    aggs: { words: { filters: { filters: Object.fromEntries(filters) } } },
  }
}

/** Finds works whose title begins with these words, exact title keys first. */
export const byTitleStart = (words: readonly string[]): Search[] => {
  const start = titleStart(words)
  return [
    { size: sameStart, sort: byRank, query: { term: { start } } },
    { size: titleCandidates, sort: byRank, query: { prefix: { start } } },
  ]
}

/** Finds works with all words, in any form or corrected according to their terms. */
export const withAll = (terms: readonly Term[], mended: ReadonlySet<string> = new Set()): Search => ({
  size: terms.length === 1 ? candidatesOfWord : candidates,
  sort: byRank,
  query: { bool: { filter: terms.map(term => anyOf(term, mended.has(term.word))) } },
})

const anyOf = (term: Term, mended: boolean): Query => {
  const { word, last, forms } = term
  const ways = [last ? startQuery(word) : wordQuery(word), ...forms.map(wordQuery), ...(mended ? slipsOf(term) : [])]
  return ways.length === 1 ? (ways[0] ?? {}) : { bool: { should: ways } }
}

/** Returns corrections of a word: one edit away, two joined words, a prefix one edit away. */
const slipsOf = ({ word, last }: Term): Query[] => {
  if (word.length < 3 || /^\d+$/.test(word)) return []
  const fuzzy = (field: string): Query => ({
    fuzzy: { [field]: { value: word, fuzziness: 1, transpositions: true, rewrite: 'constant_score' } },
  })
  return [
    fuzzy('words'),
    ...(last && word.length > 3 && word.length <= longestPrefix ? [fuzzy('words._index_prefix')] : []),
    ...partings(word).map(([left, right]) => ({ bool: { filter: [wordQuery(left), wordQuery(right)] } })),
  ]
}

/** Finds works with all but `missing` of the words, those with rarer words first. */
export const withMost = (terms: readonly Term[], missing: number, mended: ReadonlySet<string>): Search => ({
  size: candidatesByWeight,
  query: {
    bool: {
      minimum_should_match: Math.max(1, terms.length - missing),
      should: terms.map(term => ({
        constant_score: { filter: anyOf(term, mended.has(term.word)), boost: term.weight },
      })),
    },
  },
  sort: ['_score', ...byRank],
})

/** Returns the words worth correcting: unknown or very rare ones; a single word may always be mistyped. */
export const wordsToMend = (terms: readonly Term[], shortestAlone: number): Set<string> => {
  const shortest = terms.every(isDoubtful) ? shortestAlone : 0
  return new Set(
    terms
      .filter(term => (isDoubtful(term) || terms.length === 1) && term.word.length >= shortest)
      .map(({ word }) => word),
  )
}

/** Last resort: finds works with any two of the rarest words. */
export const withPairs = (terms: readonly Term[]): Search => {
  const rarest = rarestFirst(terms).slice(0, 4)
  return withMost(rarest, rarest.length - 2, new Set())
}
