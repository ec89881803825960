import { bareTitle, titleClaim } from '../titles/title-claim.ts'
import { foldWords } from './fold.ts'
import { decodeAuthors, type WorkRow } from './work.ts'

const latin = 'abcdefghijklmnopqrstuvwxyz'
const greek = 'αβγδεζηθικλμνξοπρστυφχψω'
const cyrillic = 'абвгдежзийклмнопрстуфхцчшщъыьэюяіїєґ'
const digits = '0123456789'
const shortestRepaired = 3
const longestRepaired = 24

const alphabetOf = (word: string): string => {
  const letters = /[a-z]/.test(word) ? latin : /\p{Script=Greek}/u.test(word) ? greek : cyrillic
  return /\d/.test(word) ? letters + digits : letters
}

/**
 * Returns every string one edit away from the word: deletion, insertion, substitution or transposition, including the first letter. About
 * 54 per letter. None for words too short for reliable correction, or too long.
 */
export const oneSlipAway = (word: string): string[] => {
  if (word.length < shortestRepaired || word.length > longestRepaired || /^\d+$/.test(word)) return []
  const alphabet = alphabetOf(word)
  const found = new Set<string>()
  for (let i = 0; i <= word.length; i++) {
    const left = word.slice(0, i)
    const right = word.slice(i)
    if (right !== '') found.add(left + right.slice(1))
    if (right.length > 1) found.add(left + right.charAt(1) + right.charAt(0) + right.slice(2))
    for (const letter of alphabet) {
      found.add(left + letter + right)
      if (right !== '') found.add(left + letter + right.slice(1))
    }
  }
  found.delete(word)
  return [...found]
}

/** True if two words are equal or one edit apart (deletion, insertion, substitution or transposition). */
export const isOneSlipApart = (a: string, b: string): boolean => {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a]
  if (long.length - short.length > 1) return false
  let i = 0
  while (i < short.length && short.charCodeAt(i) === long.charCodeAt(i)) i++
  if (i === short.length) return true
  if (short.length < long.length) return short.slice(i) === long.slice(i + 1)
  if (short.slice(i + 1) === long.slice(i + 1)) return true
  return short[i] === long[i + 1] && short[i + 1] === long[i] && short.slice(i + 2) === long.slice(i + 2)
}

/** True if the word is one edit away from a prefix of the other, for partially typed words. */
export const isOneSlipFromStart = (typed: string, word: string): boolean => {
  for (const length of [typed.length, typed.length - 1, typed.length + 1]) {
    if (length <= word.length && isOneSlipApart(typed, word.slice(0, length))) return true
  }
  return false
}

/** Returns every split of a word in two, for missing spaces. */
export const partings = (word: string): [left: string, right: string][] => {
  const found: [string, string][] = []
  for (let i = 2; i <= word.length - 2; i++) found.push([word.slice(0, i), word.slice(i)])
  return found
}

/** A word of the query; `weight` is higher the rarer the word; `last` is still being typed; `forms` are its plural and the like. */
export type QueryWord = {
  readonly word: string
  readonly weight: number
  readonly last: boolean
  readonly forms: readonly string[]
}

/**
 * Relevance of a work. `coverage`: matched part of the query, 0 to 1. `complete`: every word matched as typed. `anchored`: some word
 * matched, if only in another form; otherwise it is a typo-only match.
 */
export type Score = {
  readonly score: number
  readonly coverage: number
  readonly complete: boolean
  readonly anchored: boolean
}

const found = {
  title: 1,
  titleStart: 0.96,
  author: 0.97,
  year: 1,
  journal: 0.55,
  form: 0.93,
  joined: 0.9,
  titleSlip: 0.8,
  titleSlipStart: 0.68,
  authorSlip: 0.6,
  nearYear: 0.5,
}
const rankedAuthors = 100

/** The starter corpus holds landmark papers without counts of citations: they rank as if cited so often. */
const citationsOfLandmark = 10_000

/** Bonuses for word order and authors, added to a score in which a full match is 20. */
const bonus = {
  phrase: 3,
  /** Higher than any author bonus: a title that starts with the query always wins. */
  starts: 6,
  startsInPart: 1.5,
  /** The words besides the author's name start the title. */
  startsBesideAuthor: 4,
  wholeTitle: 2,
  wholeWord: 0.4,
  authors: 5,
  authorsAndYear: 10,
  authorsInPart: 1,
  retracted: 0.6,
  notice: -6,
}

/**
 * Ranks a candidate: mostly by coverage of the query (rare words weigh more), then by word order in the title (whole title, beginning,
 * phrase) or match of authors and year, then by citations; longer titles rank slightly lower. Ignores a "retracted" prefix; notices rank
 * after papers unless searched for.
 */
export const scoreWork = (row: WorkRow, query: readonly QueryWord[]): Score => {
  const bare = row.title === null ? '' : bareTitle(row.title)
  const title = foldWords(bare)
  const heading = row.title === null || bare === row.title ? [] : foldWords(row.title.slice(0, -bare.length))
  const elsewhere = wordsElsewhere(row, heading)
  let gained = 0
  let possible = 0
  let complete = true
  let anchored = false
  let neighbours = 0
  let previous = -2
  let first = -1
  let inTitle = 0
  let inByline = 0
  let besideTitle = 0
  let wholeNames = true
  let lastIsWhole = false
  let slipped = false
  for (let i = 0; i < query.length; i++) {
    const term = query[i]
    if (term === undefined) continue
    possible += term.weight
    const place = placeInTitle(title, term, previous + 1)
    if (place.quality >= found.titleStart || place.quality === found.form) {
      gained += term.weight * place.quality
      anchored = true
      if (place.quality === found.form) complete = false
      if (term.last) lastIsWhole = place.quality !== found.titleStart
    } else {
      const outside = elsewhere(term)
      const joined = outside.quality >= found.author ? 0 : joinedQuality(title, query, i)
      const best = Math.max(place.quality, outside.quality, joined)
      gained += term.weight * best
      if (best < found.joined) complete = false
      else anchored = true
      if (outside.quality >= found.authorSlip) inByline++
      if (outside.quality >= found.author && place.at < 0) besideTitle++
      if (!outside.whole) wholeNames = false
    }
    if (place.at >= 0) {
      if (place.quality < found.form) slipped = true
      if (inTitle > 0 && place.at === previous + 1) neighbours++
      if (inTitle === 0) first = place.at
      inTitle++
      previous = place.at
    } else previous = -2
  }
  const coverage = possible === 0 ? 0 : gained / possible
  const allInTitle = inTitle === query.length
  const phrase =
    query.length < 2 ? (first >= 0 ? 1 : 0) : allInTitle ? neighbours / (query.length - 1) : neighbours / query.length
  const whole = allInTitle && phrase === 1 && lastIsWhole && title.length === query.length
  const startsTitle = first === 0 && neighbours === inTitle - 1
  const score =
    20 * coverage +
    bonus.phrase * phrase +
    (startsTitle && allInTitle ? (lastIsWhole && !slipped ? bonus.starts : bonus.startsInPart) : 0) +
    (startsTitle && besideTitle > 0 && inTitle + besideTitle === query.length ? bonus.startsBesideAuthor : 0) +
    (whole ? bonus.wholeTitle : 0) +
    (lastIsWhole ? bonus.wholeWord : 0) +
    (inByline === query.length ? bylineBonus(query, wholeNames) : 0) -
    0.03 * Math.min(40, Math.max(0, title.length - inTitle)) +
    0.12 * Math.log2(1 + (row.cited_by ?? (row.source === 'starter' ? citationsOfLandmark : 0))) +
    (row.retracted === 1 || heading.length > 0 ? bonus.retracted : 0) +
    (isUnaskedNotice(row.title, query) ? bonus.notice : 0)
  return { score, coverage, complete, anchored }
}

/** A query of only names and a year searches for that author's papers, not for papers about them; partial names don't count. */
const bylineBonus = (query: readonly QueryWord[], wholeNames: boolean): number => {
  if (query.some(({ word }) => /^\d{4}$/.test(word))) return bonus.authorsAndYear
  return wholeNames ? bonus.authors : bonus.authorsInPart
}

const noticeWords = /^(?:retract|withdraw|errat|corrig|correct|concern|notice)/

const isUnaskedNotice = (title: string | null, query: readonly QueryWord[]): boolean =>
  titleClaim(title)?.says === 'notice' && !query.some(({ word }) => noticeWords.test(word))

type Place = { at: number; quality: number }

/** The best place of a word in the title; among equals the one that continues the phrase. */
const placeInTitle = (title: readonly string[], { word, last, forms }: QueryWord, wanted: number): Place => {
  if (title[wanted] === word) return { at: wanted, quality: found.title }
  const exact = title.indexOf(word)
  if (exact >= 0) return { at: exact, quality: found.title }
  if (last) {
    if (title[wanted]?.startsWith(word)) return { at: wanted, quality: found.titleStart }
    const start = title.findIndex(candidate => candidate.startsWith(word))
    if (start >= 0) return { at: start, quality: found.titleStart }
  }
  if (forms.length > 0) {
    if (forms.includes(title[wanted] ?? '')) return { at: wanted, quality: found.form }
    const other = title.findIndex(candidate => forms.includes(candidate))
    if (other >= 0) return { at: other, quality: found.form }
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

/** Short words often differ from others by one letter, so only deletions and swaps count. */
const isSlip = (typed: string, word: string): boolean => word.length > 2 && isOneSlipApart(typed, word)

/** Matches two words typed as one, or one word typed as two. */
const joinedQuality = (title: readonly string[], query: readonly QueryWord[], i: number): number => {
  const word = query[i]?.word ?? ''
  for (let j = 0; j + 1 < title.length; j++) if (`${title[j]}${title[j + 1]}` === word) return found.joined
  const before = query[i - 1]?.word
  if (before !== undefined && title.includes(before + word)) return found.joined
  const after = query[i + 1]?.word
  if (after !== undefined && title.includes(word + after)) return found.joined
  return 0
}

type Elsewhere = { quality: number; whole: boolean }
const whole = (quality: number): Elsewhere => ({ quality, whole: true })
const inPart = (quality: number): Elsewhere => ({ quality, whole: false })

/** Matches a word in the retraction prefix, authors, year and journal, each loaded on demand. */
const wordsElsewhere = (row: WorkRow, heading: readonly string[]): ((term: QueryWord) => Elsewhere) => {
  let authors: string[] | null = null
  let journal: string[] | null = null
  return ({ word, last }) => {
    if (heading.includes(word)) return whole(found.titleStart)
    const year = row.year === null ? '' : String(row.year)
    if (word === year) return whole(found.year)
    if (last && word.length > 1 && year.startsWith(word)) return inPart(found.year)
    authors ??= decodeAuthors(row.authors)
      .slice(0, rankedAuthors)
      .flatMap(author => foldWords(author.name))
    if (authors.includes(word)) return whole(found.author)
    if (last && authors.some(name => name.startsWith(word))) return inPart(found.author)
    if (word.length > 3 && authors.some(name => isSlip(word, name))) return whole(found.authorSlip)
    if (/^\d{4}$/.test(word) && row.year !== null && Math.abs(row.year - Number(word)) === 1)
      return whole(found.nearYear)
    journal ??= row.journal === null ? [] : foldWords(row.journal)
    return inPart(journal.includes(word) ? found.journal : 0)
  }
}
