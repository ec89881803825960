import { storedDoi } from '../../../kit/doi/index.ts'
import type { PaperFacts } from '../facts-store.ts'

/** The title of the works. */
export const title = 'A study of rats in small rooms'

/** A work with that title, of which nothing but the few facts is known that every record has. */
export const work = (doi: string, facts: Partial<PaperFacts> = {}): PaperFacts => ({
  doi: storedDoi(doi),
  title,
  authors: [],
  authorsTruncated: false,
  journal: 'Journal of Rats',
  year: 2001,
  type: 'article',
  retracted: null,
  details: null,
  source: 'import',
  fetchedAt: null,
  ...facts,
})

/** Empty metadata of a work. */
export const emptyMetadata = {
  ...{ title: null, authors: [], authorsTruncated: false, journal: null, year: null, type: null, retracted: null },
  details: { abstract: null, freeText: null, citedBy: null },
}

const letters = (text: string) => text.toLowerCase().replace(/[^a-z]+/g, ' ')

/** Finds works by title like the index, ignoring case and diacritics. */
export const among =
  (...works: readonly PaperFacts[]) =>
  (asked: readonly string[]): PaperFacts[] =>
    works.filter(one => asked.map(letters).includes(letters(one.title ?? '')))
