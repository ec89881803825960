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
