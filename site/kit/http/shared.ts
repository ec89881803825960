import { hash } from 'node:crypto'
import type { Doi } from '../doi/index.ts'

/**
 * Names by which a cache finds the pages that a change concerns: what pages that may be kept are sent with (`Surrogate-Key`,
 * `Cache-Tag`), and what is purged.
 */
export const cacheKeys = {
  /** The page of one paper. Not the DOI: it may hold any character, and these names stand in a list. */
  paper: (doi: Doi): string => `paper-${hash('sha256', doi, 'base64url').slice(0, 20)}`,
  /** The pages of all papers, for a change that concerns very many. */
  papers: 'papers',
  /** Lists of the whole site, the home page and feeds among them. */
  lists: 'lists',
} as const

/** How long a shared cache may take a page for good that nobody has purged, in seconds. */
export const keptForSeconds = { paper: 600, other: 60 } as const

/** While a page is fetched anew, and while the site does not answer, readers may get the one from before, in seconds. */
const staleForSeconds = { refetching: 60, failing: 24 * 60 * 60 } as const

/**
 * What goes with a document that is the same for everybody: a cache between the site and its readers may keep it. A browser asks each
 * time whether it is still good.
 */
export const forAnybody = (seconds: number, keys: readonly string[]): Record<string, string> => ({
  Vary: 'Accept-Encoding',
  'Cache-Control': `public, max-age=0, s-maxage=${seconds}, stale-while-revalidate=${staleForSeconds.refetching}, stale-if-error=${staleForSeconds.failing}`,
  ...(keys.length > 0 && { 'Surrogate-Key': keys.join(' '), 'Cache-Tag': keys.join(',') }),
})

/** Whether an answer may be kept for others: it then sets no cookie. */
export const isForAnybody = (headers: Headers): boolean => headers.get('Cache-Control')?.startsWith('public') === true
