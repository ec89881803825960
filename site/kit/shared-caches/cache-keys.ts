import { hash } from 'node:crypto'

/** Cache keys of pages affected by a change: sent with cacheable pages (`Surrogate-Key`, `Cache-Tag`) and used for purging. */
export const cacheKeys = {
  /** The page of one paper. Not the DOI: it may hold any character, and these names are parts of a list. */
  paper: (doi: string): string => `paper-${hash('sha256', doi, 'base64url').slice(0, 20)}`,
  /** The pages of all papers, for a change that concerns very many. */
  papers: 'papers',
  /** Lists of the whole site, the home page and feeds among them. */
  lists: 'lists',
} as const
