import { bareTitle } from '../../paper/titles/title-claim.ts'
import { foldWords, type Work } from '../../paper/works-index/index.ts'
import { familyNameIn, type Reference } from './formats/index.ts'
import { fewestWords, type Words } from './title-keys.ts'

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
