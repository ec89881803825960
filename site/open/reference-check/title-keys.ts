import { bareTitle } from '../../paper/titles/index.ts'
import { foldWords, titleStart } from '../../paper/works-index/index.ts'
import type { Reference } from './formats/index.ts'

/** The words of a reference, folded, and the places among them where a title may begin or end. */
export type Words = {
  words: readonly string[]
  /** All of them as one text, and where each begins in it; at the end of `places` where one more would. */
  text: string
  places: readonly number[]
  /** Indexes into `words`, ascending. */
  begins: readonly number[]
  ends: readonly number[]
  /** Those ends behind which no title goes on: a full stop, a quotation mark. Behind a colon one may. */
  hardEnds: readonly number[]
}

/** A shorter title may be that of many papers. */
export const fewestWords = 3

/** What records write in front of the title of a paper that is gone, folded. */
const headings: readonly (readonly string[])[] = [['retracted'], ['retracted', 'article'], ['withdrawn']]

/** So many places of a line are tried: a reference may name three thousand authors. */
const mostBegins = 40
const startLength = 64

/** Where a title may begin or end in a line of prose. A hyphen inside a word is none of them. */
const seams = /([.,;:?!"“”„‘’«»()[\]|]+|\s[-–—]+\s)/gu
const hard = /[.;"“”„«»()[\]|]/

/** "Morey RD", "R. D. Morey" without their stops: no title begins with these. */
const authorLike =
  /^(?:\p{Lu}[\p{L}'’-]+(?: \p{Lu}[\p{L}'’-]+)? (?:\p{Lu} ?){1,3}|\p{Lu}|\p{Lu}{2}|(?:\p{Lu} )+\p{Lu}[\p{L}'’-]+|et al|and|&)$/u

/** The words that a reference's title is looked for among: its title, or all of a line in which nothing is marked. */
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

/** The words from one place to another, as one text. */
const piece = ({ text, places }: Words, begin: number, end: number): string =>
  text.slice(places[begin], (places[end] ?? 0) - 1)

/** Every start by which the index may know the title, as written; some twice. */
export const startsOf = (of: Words): string[] => of.begins.flatMap(begin => startsFrom(of, begin))

/** The same behind the words that head the title of a paper that is gone. */
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

/** The beginning of the longest piece between two seams: what a title begins with that goes on otherwise in its record. Null where it is short. */
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
