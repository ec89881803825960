import type { Doi } from '../doi/index.ts'
import type { PaperFacts } from '../papers/index.ts'
import type { WorkHit } from '../works-index/index.ts'

/** A work as our search knows it, wherever it came from. */
export type FoundWork = {
  doi: Doi
  title: string | null
  authors: string[]
  journal: string | null
  year: number | null
}

/** A hit of the local index, or what a service outside or our database says about a paper → a work found. */
export const foundIn = ({ doi, title, authors, journal, year }: WorkHit | PaperFacts): FoundWork => ({
  doi,
  title,
  authors: authors.map(({ name }) => name),
  journal,
  year,
})
