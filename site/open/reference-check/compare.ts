import { bareTitle } from '../../paper/titles/title-claim.ts'
import { foldWords, titleStart, type Work } from '../../paper/works-index/index.ts'
import { familyNameIn, type Reference } from './formats/index.ts'

/** Folded words of a reference, with the possible boundaries of its title. */
export type Words = {
  words: readonly string[]
  /** All of them as one text, and where each begins in it; at the end of `places` where one more would. */
  text: string
  places: readonly number[]
  /** Indexes into `words`, ascending. */
  begins: readonly number[]
  ends: readonly number[]
  /** Boundaries that always end a title: a full stop or quotation mark. A colon may not. */
  hardEnds: readonly number[]
}

/** A shorter title may be that of many papers. */
const fewestWords = 3

/** Folded retraction prefixes of titles in records. */
const headings: readonly (readonly string[])[] = [['retracted'], ['retracted', 'article'], ['withdrawn']]

/** So many places of a line are tried: a reference may name three thousand authors. */
const mostBegins = 40
const startLength = 64

/** Possible title boundaries in a line of prose, excluding hyphens within words. */
const seams = /([.,;:?!"“”„‘’«»()[\]|]+|\s[-–—]+\s)/gu
const hard = /[.;"“”„«»()[\]|]/

/** "Morey RD", "R. D. Morey" without their stops: no title begins with these. */
const authorLike =
  /^(?:\p{Lu}[\p{L}'’-]+(?: \p{Lu}[\p{L}'’-]+)? (?:\p{Lu} ?){1,3}|\p{Lu}|\p{Lu}{2}|(?:\p{Lu} )+\p{Lu}[\p{L}'’-]+|et al|and|&)$/u

/** Returns the words to search for the title: the title itself, or the whole line if untagged. */
export const wordsOf = ({ title, input, isProse }: Pick<Reference, 'title' | 'input' | 'isProse'>): Words => {
  const text = title ?? (isProse ? input : '')
  const words: string[] = []
  const begins: number[] = []
  const ends: number[] = []
  const hardEnds: number[] = []
  // Segments, with the seam behind each.
  const parts = bareTitle(text).split(seams)
  for (let at = 0; at < parts.length; at += 2) {
    const segment = parts[at] ?? ''
    const folded = foldWords(segment)
    const seam = parts[at + 1]
    if (folded.length > 0) {
      const mayBegin =
        title !== null ? words.length === 0 : begins.length < mostBegins && !authorLike.test(segment.trim())
      if (mayBegin) begins.push(words.length)
      words.push(...folded)
      ends.push(words.length)
    }
    if ((seam === undefined || hard.test(seam)) && hardEnds.at(-1) !== words.length) hardEnds.push(words.length)
  }
  return { words, text: words.join(' '), places: placesOf(words), begins, ends, hardEnds }
}

const placesOf = (words: readonly string[]): number[] => {
  const places = [0]
  let place = 0
  for (const { length } of words) {
    place += length + 1
    places.push(place)
  }
  return places
}

/** Joins the words between two positions. */
const piece = ({ text, places }: Words, begin: number, end: number): string =>
  text.slice(places[begin], (places[end] ?? 0) - 1)

/** Every start by which the index may know the title, as written; some twice. */
export const startsOf = (of: Words): string[] => of.begins.flatMap(begin => startsFrom(of, begin))

/** Title beginnings after a retraction prefix. */
export const headedStartsOf = (of: Words): string[] =>
  headings.flatMap(heading => of.begins.flatMap(begin => startsFrom(of, begin, heading)))

const startsFrom = (of: Words, begin: number, heading: readonly string[] = []): string[] => {
  const starts: string[] = []
  for (const end of of.ends) {
    if (end - begin < fewestWords) continue
    const start = titleStart([...heading, piece(of, begin, end)])
    starts.push(start)
    if (start.length >= startLength) break
  }
  return starts
}

/**
 * Returns the beginning of the longest piece between two seams, for titles that continue differently in the record. Null if it is short.
 */
export const longestBeginning = ({ words, begins, ends }: Words): string | null => {
  let longest: readonly string[] = []
  for (const begin of begins) {
    const piece = words.slice(
      begin,
      ends.find(end => end > begin),
    )
    if (piece.length > longest.length) longest = piece
  }
  const text = longest.join(' ')
  if (longest.length <= fewestWords || text.length < shortestBeginning) return null
  return text.slice(0, longestBeginningLength).toWellFormed()
}

const shortestBeginning = 18
const longestBeginningLength = 32

/** Comparison of an indexed work with a reference. Plain data, since threads post it. */
export type Candidate = {
  doi: Work['doi']
  title: string
  year: number | null
  /** `whole`: same words. `start`: one title continues beyond the other. `slips`: a few words differ. */
  titled: 'whole' | 'start' | 'slips'
  author: Agreement
  dated: 'same' | 'near' | 'far' | 'unknown'
}

type Agreement = 'agrees' | 'disagrees' | 'unknown'

/** One in ten words may differ. */
const slipsPerWord = 0.1
/** Minimum words of a title that is a prefix of the other. */
const fewestOfStart = 4

/** Compares a work with a reference; null where their titles differ. */
export const compare = (reference: Reference, of: Words, work: Work): Candidate | null => {
  const title = foldWords(bareTitle(work.title ?? ''))
  if (title.length < fewestWords) return null
  for (const begin of of.begins) {
    const titled = compareTitles(of, begin, title, reference.title !== null)
    if (titled === null) continue
    const before = of.words.slice(0, begin)
    const rest = [...before, ...of.words.slice(begin + title.length)]
    return {
      doi: work.doi,
      title: work.title ?? '',
      year: work.year,
      titled,
      author: reference.isProse ? authorBefore(before, work) : authorOf(reference, work),
      dated: reference.isProse ? yearAmong(rest, work.year) : compareYears(reference.year, work.year),
    }
  }
  return null
}

const compareTitles = (
  { words, ends, hardEnds }: Words,
  begin: number,
  title: readonly string[],
  isMarked: boolean,
): Candidate['titled'] | null => {
  // The end of a title in prose is unknown; a tagged title counts in full.
  const own = words.slice(begin, isMarked ? words.length : begin + title.length)
  const same = Math.min(own.length, title.length)
  const slips = countSlips(own.slice(0, same), title)
  if (slips === 0) {
    const isWhole = own.length === title.length && (isMarked || hardEnds.includes(begin + title.length))
    if (isWhole) return 'whole'
    return same >= fewestOfStart ? 'start' : null
  }
  if (slips > slipsPerWord * title.length || Math.abs(own.length - title.length) > slips)
    return isMarked ? null : continued(words, begin, title, ends)
  return 'slips'
}

/** In prose: true if the words up to the next seam start the title. */
const continued = (
  words: readonly string[],
  begin: number,
  title: readonly string[],
  ends: readonly number[],
): 'start' | null => {
  const end = ends.find(each => each > begin) ?? begin
  const piece = words.slice(begin, end)
  return piece.length > fewestOfStart && piece.every((word, at) => word === title[at]) ? 'start' : null
}

/** Counts differing words by position. A different number counts as many: part 1 is not part 2. */
const countSlips = (one: readonly string[], other: readonly string[]): number => {
  let slips = 0
  for (const [at, word] of one.entries())
    if (word !== other[at]) slips += isFigure(word) || isFigure(other[at] ?? '') ? one.length : 1
  return slips
}

const isFigure = (word: string): boolean => /^(?:\p{N}+|[ivx]{1,4})$/u.test(word)

const authorOf = ({ firstAuthor }: Reference, { authors: [first] }: Work): Agreement => {
  const family = foldWords(firstAuthor ?? '').findLast(word => word.length > 1)
  if (family === undefined || first === undefined) return 'unknown'
  return foldWords(first.name).includes(family) ? 'agrees' : 'disagrees'
}

/** In prose the first author precedes the title; without preceding text no author is given. */
const authorBefore = (before: readonly string[], { authors: [first] }: Work): Agreement => {
  const names = before.filter(word => word.length > 1 && !/^\d/.test(word))
  const family = foldWords(familyNameIn(first?.name) ?? '').at(-1)
  if (names.length === 0 || family === undefined) return 'unknown'
  return names.includes(family) ? 'agrees' : 'disagrees'
}

const compareYears = (one: number | null, other: number | null): Candidate['dated'] => {
  if (one === null || other === null) return 'unknown'
  const apart = Math.abs(one - other)
  return apart === 0 ? 'same' : apart === 1 ? 'near' : 'far'
}

/** The nearest of the years in prose; a letter may follow, as in 2010a. Two numbers of pages may look like years, too. */
const yearAmong = (words: readonly string[], year: number | null): Candidate['dated'] => {
  const years = words.flatMap(word => /^((?:1[5-9]|20)\d{2})[a-z]?$/.exec(word)?.[1] ?? []).map(Number)
  const compared = years.map(each => compareYears(each, year))
  return (['same', 'near', 'far'] as const).find(each => compared.includes(each)) ?? 'unknown'
}
