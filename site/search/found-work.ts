import type { StatusMark } from '../known/index.ts'
import type { PaperFacts } from '../papers/index.ts'
import type { FoundWork } from '../works-index/index.ts'

export type { FoundWork }

/** A paper in a list, with what is known about it in one word; null when nothing is. */
export type FoundPaper = FoundWork & { status: StatusMark | null }

/** SPEC §9: at most 5 results. */
export const mostResults = 5

/** What our database or a service outside says about a paper → that paper as a search finds it. */
export const foundIn = ({ doi, title, authors, authorsTruncated, journal, year }: PaperFacts): FoundWork => ({
  doi,
  title,
  authors: authors.map(({ name }) => name),
  authorsTruncated,
  journal,
  year,
})
