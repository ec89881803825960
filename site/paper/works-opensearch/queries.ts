import { isDoubtful, partings, rarestFirst, type Term, titleStart } from '../works-index/index.ts'
import type { Search } from './msearch.ts'

type Query = object

const byRank = [{ rank: 'asc' }]
const candidates = 150
const candidatesOfWord = 120
const titleCandidates = 60
const sameStart = 20
const candidatesByWeight = 150
/** The longest beginnings of words that the index holds as terms of their own. */
const longestPrefix = 8

const wordQuery = (word: string): Query => ({ term: { words: word } })
const startQuery = (word: string): Query => ({ prefix: { words: word } })

/** How many works there are, and how many have each of these words; the last one also as a beginning. */
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

/** The works whose title begins with these words, those with this very start first. */
export const byTitleStart = (words: readonly string[]): Search[] => {
  const start = titleStart(words)
  return [
    { size: sameStart, sort: byRank, query: { term: { start } } },
    { size: titleCandidates, sort: byRank, query: { prefix: { start } } },
  ]
}

/** The works that have all of these words, in a form of theirs or mended, as their terms say. */
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

/** What a word may have been meant to be: a word one slip away, two words run together, a beginning one slip away. */
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

/** The works that have all but `missing` of the words, those with the rarer words first. */
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

/** The words that are worth mending: those that nobody or hardly anybody wrote; a word alone may always be mistyped. */
export const wordsToMend = (terms: readonly Term[], shortestAlone: number): Set<string> => {
  const shortest = terms.every(isDoubtful) ? shortestAlone : 0
  return new Set(
    terms
      .filter(term => (isDoubtful(term) || terms.length === 1) && term.word.length >= shortest)
      .map(({ word }) => word),
  )
}

/** The last resort: works that have any two of the rarest words. */
export const withPairs = (terms: readonly Term[]): Search => {
  const rarest = rarestFirst(terms).slice(0, 4)
  return withMost(rarest, rarest.length - 2, new Set())
}
