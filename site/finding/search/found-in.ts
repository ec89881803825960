import type { PaperFacts } from '../../paper/papers/index.ts'
import type { FoundWork } from '../search-box/index.ts'

/** What our database or a service outside says about a paper → that paper as a search finds it. */
export const foundIn = ({ doi, title, authors, authorsTruncated, journal, year }: PaperFacts): FoundWork => ({
  doi,
  title,
  authors: authors.map(({ name }) => name),
  authorsTruncated,
  journal,
  year,
})
