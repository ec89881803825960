/** Headers with which browsers report the origin of a navigation. */
export type ArrivalHeaders = {
  method: string
  host: string | undefined
  fetchSite: string | undefined
  fetchDest: string | undefined
  purpose: string | undefined
  referer: string | undefined
}

/**
 * Origin of a navigation to a URL with a side effect on GET:
 * - `own`: from a page of this site, as reported by the browser
 * - `alone`: from no known page: address bar, bookmark, mail program, messenger, QR code or script
 * - `foreign`: a link, image or frame of another site, or a HEAD request
 * - `ahead`: a browser prefetch; has no side effects
 */
export type Arrival = 'own' | 'alone' | 'foreign' | 'ahead'

/**
 * Classifies by `Sec-Fetch-Site`, which pages cannot forge: only it makes a navigation `own`. A sibling host or port (`same-site`) is
 * foreign. Where browsers don't send it (plain HTTP on a network, old ones), the `Referer` of another host marks it as foreign.
 */
export const arrivalOf = ({ method, host, fetchSite, fetchDest, purpose, referer }: ArrivalHeaders): Arrival => {
  if (/\bprefetch\b|\bprerender\b/i.test(purpose ?? '')) return 'ahead'
  if (method === 'HEAD') return 'foreign'
  if (fetchDest !== undefined && fetchDest !== 'document' && fetchDest !== 'empty') return 'foreign'
  if (fetchSite === 'same-origin') return 'own'
  if (fetchSite !== undefined) return fetchSite === 'none' ? 'alone' : 'foreign'
  return referer === undefined || URL.parse(referer)?.host === host ? 'alone' : 'foreign'
}
