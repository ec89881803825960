import { foldWords } from './fold.ts'
import { isOneSlipApart, isOneSlipFromStart } from './spelling.ts'
import { decodeAuthors, type WorkRow } from './work.ts'

/** A word of the query; `weight` is higher the rarer the word; `last` is still being typed. */
export type QueryWord = { readonly word: string; readonly weight: number; readonly last: boolean }

/** How well a work answers a query. `coverage`: the part of it that was found, 0 to 1. `complete`: every word was found as typed. */
export type Score = { readonly score: number; readonly coverage: number; readonly complete: boolean }

const found = {
  title: 1,
  titleStart: 0.96,
  author: 0.97,
  year: 1,
  journal: 0.55,
  joined: 0.9,
  titleSlip: 0.8,
  titleSlipStart: 0.68,
  authorSlip: 0.6,
  nearYear: 0.5,
}
const rankedAuthors = 100

/**
 * Ranks one candidate: mostly by how much of the query it answers (rare words count more), then by how well the order of the words
 * fits the title (whole title, its beginning, a phrase of it) or the authors and year, then by citations; a longer title is a little worse.
 */
export const scoreWork = (row: WorkRow, query: readonly QueryWord[]): Score => {
  const title = row.title === null ? [] : foldWords(row.title)
  const elsewhere = wordsElsewhere(row)
  let gained = 0
  let possible = 0
  let complete = true
  let neighbours = 0
  let previous = -2
  let first = -1
  let inTitle = 0
  let inByline = 0
  let lastIsWhole = false
  for (let i = 0; i < query.length; i++) {
    const term = query[i]
    if (term === undefined) continue
    possible += term.weight
    const place = placeInTitle(title, term, previous + 1)
    if (place.quality >= found.titleStart) {
      gained += term.weight * place.quality
      if (term.last) lastIsWhole = place.quality === found.title
    } else {
      const outside = elsewhere(term)
      const joined = outside >= found.author ? 0 : joinedQuality(title, query, i)
      const best = Math.max(place.quality, outside, joined)
      gained += term.weight * best
      if (best < found.joined) complete = false
      if (outside >= found.authorSlip) inByline++
    }
    if (place.at >= 0) {
      inTitle++
      if (i > 0 && place.at === previous + 1) neighbours++
      if (i === 0) first = place.at
      previous = place.at
    } else previous = -2
  }
  const coverage = possible === 0 ? 0 : gained / possible
  const phrase = query.length < 2 ? (first >= 0 ? 1 : 0) : neighbours / (query.length - 1)
  const whole = phrase === 1 && lastIsWhole && title.length === query.length
  const score =
    20 * coverage +
    3 * phrase +
    (phrase === 1 && first === 0 ? 1.5 : 0) +
    (whole ? 2 : 0) +
    (lastIsWhole ? 0.4 : 0) +
    (inByline === query.length ? bylineBonus(query) : 0) -
    0.03 * Math.min(40, Math.max(0, title.length - inTitle)) +
    0.12 * Math.log2(1 + (row.cited_by ?? 0))
  return { score, coverage, complete }
}

/** A query of names and a year alone asks for the papers of that author, not for papers about them. */
const bylineBonus = (query: readonly QueryWord[]): number => (query.some(({ word }) => /^\d{4}$/.test(word)) ? 6 : 5)

type Place = { at: number; quality: number }

/** The best place of a word in the title; among equals the one that continues the phrase. */
const placeInTitle = (title: readonly string[], { word, last }: QueryWord, wanted: number): Place => {
  if (title[wanted] === word) return { at: wanted, quality: found.title }
  const exact = title.indexOf(word)
  if (exact >= 0) return { at: exact, quality: found.title }
  if (last) {
    if (title[wanted]?.startsWith(word)) return { at: wanted, quality: found.titleStart }
    const start = title.findIndex(candidate => candidate.startsWith(word))
    if (start >= 0) return { at: start, quality: found.titleStart }
  }
  if (word.length < 3) return { at: -1, quality: 0 }
  const continuing = title[wanted]
  if (continuing !== undefined && isSlip(word, continuing)) return { at: wanted, quality: found.titleSlip }
  const slip = title.findIndex(candidate => isSlip(word, candidate))
  if (slip >= 0) return { at: slip, quality: found.titleSlip }
  if (last && word.length > 3) {
    const start = title.findIndex(candidate => isOneSlipFromStart(word, candidate))
    if (start >= 0) return { at: start, quality: found.titleSlipStart }
  }
  return { at: -1, quality: 0 }
}

/** Short words differ from other words by one letter too often, unless letters were only lost or swapped. */
const isSlip = (typed: string, word: string): boolean => word.length > 2 && isOneSlipApart(typed, word)

/** Two words typed as one, or one word typed as two. */
const joinedQuality = (title: readonly string[], query: readonly QueryWord[], i: number): number => {
  const word = query[i]?.word ?? ''
  for (let j = 0; j + 1 < title.length; j++) if (`${title[j]}${title[j + 1]}` === word) return found.joined
  const before = query[i - 1]?.word
  if (before !== undefined && title.includes(before + word)) return found.joined
  const after = query[i + 1]?.word
  if (after !== undefined && title.includes(word + after)) return found.joined
  return 0
}

/** Looks a word up among the authors, the year and the journal; reads them only when a word asks for it. */
const wordsElsewhere = (row: WorkRow): ((term: QueryWord) => number) => {
  let authors: string[] | null = null
  let journal: string[] | null = null
  return ({ word, last }) => {
    const year = row.year === null ? '' : String(row.year)
    if (word === year || (last && word.length > 1 && year.startsWith(word))) return found.year
    authors ??= decodeAuthors(row.authors)
      .slice(0, rankedAuthors)
      .flatMap(author => foldWords(author.name))
    if (authors.includes(word)) return found.author
    if (last && authors.some(name => name.startsWith(word))) return found.author
    if (word.length > 3 && authors.some(name => isSlip(word, name))) return found.authorSlip
    if (/^\d{4}$/.test(word) && row.year !== null && Math.abs(row.year - Number(word)) === 1) return found.nearYear
    journal ??= row.journal === null ? [] : foldWords(row.journal)
    return journal.includes(word) ? found.journal : 0
  }
}
