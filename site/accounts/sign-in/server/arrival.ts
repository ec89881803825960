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
 * - `own`: from a page of this site, as the browser itself says
 * - `alone`: from no page that is known: by the address bar, a bookmark, a mail program, a messenger, a QR code, a program
 * - `foreign`: a link, an image or a frame of somebody else's page, or a mere look (HEAD)
 * - `ahead`: the browser fetches it in case they come; nothing at all is done
 */
export type Arrival = 'own' | 'alone' | 'foreign' | 'ahead'

/**
 * Decides by `Sec-Fetch-Site`, which pages cannot forge: it alone makes an arrival `own`. A sibling host or port
 * (`same-site`) is somebody else. Where browsers do not send it (plain http on a network, old ones), the `Referer` of
 * another host tells who comes from elsewhere.
 */
export const arrivalOf = ({ method, host, fetchSite, fetchDest, purpose, referer }: ArrivalHeaders): Arrival => {
  if (/\bprefetch\b|\bprerender\b/i.test(purpose ?? '')) return 'ahead'
  if (method === 'HEAD') return 'foreign'
  if (fetchDest !== undefined && fetchDest !== 'document' && fetchDest !== 'empty') return 'foreign'
  if (fetchSite === 'same-origin') return 'own'
  if (fetchSite !== undefined) return fetchSite === 'none' ? 'alone' : 'foreign'
  return referer === undefined || URL.parse(referer)?.host === host ? 'alone' : 'foreign'
}
