import { bareTitle } from '../../paper/titles/title-claim.ts'
import { foldWords, titleStart } from '../../paper/works-index/index.ts'
import type { Reference } from './formats/index.ts'

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
export const fewestWords = 3

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
