import type { FoundPaper } from '../search-box/index.ts'

/** Model of the results page: the query, and its results or error. */
export type ResultsPageModel = {
  query: string
  results: readonly FoundPaper[]
  /** Message in place of results if a pasted identifier has no paper. */
  note: string | null
  /** Error message if the search failed; null otherwise, including for an empty result. */
  error: string | null
}
