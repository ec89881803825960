import type { FoundPaper } from '../search-box/index.ts'

/** The answer to a plain form submit: what was asked, and what was found or what went wrong. */
export type ResultsPageModel = {
  query: string
  results: readonly FoundPaper[]
  /** A sentence in place of results, when what was pasted leads to no paper. */
  note: string | null
  /** A sentence for the reader when the search could not be done; null when it could, also when it found nothing. */
  error: string | null
}
