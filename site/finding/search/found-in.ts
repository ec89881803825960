import type { PaperFacts } from '../../paper/papers/index.ts'
import type { FoundWork } from '../search-box/index.ts'

/** Converts facts from our database or an external service to a search result. */
export const foundIn = ({ doi, title, authors, authorsTruncated, journal, year }: PaperFacts): FoundWork => ({
  doi,
  title,
  authors: authors.map(({ name }) => name),
  authorsTruncated,
  journal,
  year,
})
