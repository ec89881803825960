/** The home page shows the same to everybody. */
export type HomePageModel = Record<string, never>

/** One paper among the results, as suggestions and results page show it (SPEC §3). */
export type SearchResult = {
  doi: string
  /** Path of the paper's page. */
  href: string
  title: string
  /** At most 3 names (SPEC §9). */
  authors: string[]
  /** Whether there are more authors than `authors` names. */
  moreAuthors: boolean
  journal: string | null
  year: number | null
}

/** The answer to a plain form submit: what was asked, and what was found or what went wrong. */
export type ResultsPageModel = {
  query: string
  results: SearchResult[]
  /** A sentence for the reader when the search could not be done; null when it could, also when it found nothing. */
  error: string | null
}
