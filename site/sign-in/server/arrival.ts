/** The headers by which a browser says how somebody came to a page. */
export type ArrivalHeaders = {
  method: string
  host: string | undefined
  fetchSite: string | undefined
  fetchDest: string | undefined
  purpose: string | undefined
  referer: string | undefined
}

/**
 * How somebody came to an address that does something on GET:
 * - `own`: from a page of this site, or by their own hand (address bar, bookmark, a program); it may be done
 * - `foreign`: a link, an image or a frame of somebody else's page, or a mere look (HEAD); nothing is done before they say so
 * - `ahead`: the browser fetches it in case they come; nothing at all
 */
export type Arrival = 'own' | 'foreign' | 'ahead'

/**
 * Decides by `Sec-Fetch-Site`, which pages cannot forge. A sibling host or port (`same-site`) is somebody else. Where
 * browsers do not send it (plain http on a network), by the `Referer`.
 */
export const arrivalOf = ({ method, host, fetchSite, fetchDest, purpose, referer }: ArrivalHeaders): Arrival => {
  if (/\bprefetch\b|\bprerender\b/i.test(purpose ?? '')) return 'ahead'
  if (method === 'HEAD') return 'foreign'
  if (fetchDest !== undefined && fetchDest !== 'document' && fetchDest !== 'empty') return 'foreign'
  if (fetchSite !== undefined) return fetchSite === 'same-origin' || fetchSite === 'none' ? 'own' : 'foreign'
  return referer === undefined || URL.parse(referer)?.host === host ? 'own' : 'foreign'
}
