import { foldWords, joinedWords } from './fold.ts'
import type { Work } from './work.ts'

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
