/** Maximum lifetime of an unpurged page in shared caches, in seconds. */
export const keptForSeconds = { paper: 600, other: 60 } as const

/** While a page is fetched anew, and while the site does not answer, readers may get the one from before, in seconds. */
const staleForSeconds = { refetching: 60, failing: 24 * 60 * 60 } as const

/** Headers of a shared document: caches between site and readers may store it. Browsers revalidate it every time. */
export const forAnybody = (seconds: number, keys: readonly string[]): Record<string, string> => ({
  Vary: 'Accept-Encoding',
  'Cache-Control': `public, max-age=0, s-maxage=${seconds}, stale-while-revalidate=${staleForSeconds.refetching}, stale-if-error=${staleForSeconds.failing}`,
  ...(keys.length > 0 && { 'Surrogate-Key': keys.join(' '), 'Cache-Tag': keys.join(',') }),
})

/** True if a response may be cached for others. It must not set cookies. */
export const isForAnybody = (headers: Headers): boolean => headers.get('Cache-Control')?.startsWith('public') === true
