import type { Doi } from '../doi/index.ts'
import type { PaperFacts } from '../papers/index.ts'
import type { WorkHit } from '../works-index/index.ts'

/** A work as our search knows it, wherever it came from. */
export type FoundWork = {
  doi: Doi
  title: string | null
  authors: string[]
  /** There are more authors than `authors` has. */
  authorsTruncated: boolean
  journal: string | null
  year: number | null
}

/** A hit of the local index, or what a service outside or our database says about a paper → a work found. */
export function foundIn({ doi, title, authors, authorsTruncated, journal, year }: WorkHit | PaperFacts): FoundWork {
  return {
    doi,
    title,
    authors: authors.map(({ name }) => name),
    authorsTruncated,
    journal,
    year,
  }
}
