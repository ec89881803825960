import { HttpProblem } from './http-problem.ts'

/** The parts of a request that say from which page it was sent. */
export type RequestSource = {
  origin: string | undefined
  referer: string | undefined
  fetchSite: string | undefined
}

/**
 * Rejects cross-site request forgery without form tokens, like OWASP's cheat sheet and Go's net/http:
 * - an `Origin` accepted by `isAllowed` passes (CORS is handled elsewhere);
 * - `Sec-Fetch-Site`, which pages cannot forge, decides where browsers send it (https and localhost): `same-origin` and `none` (typed, or a
 * bookmark) pass, regardless of other headers;
 * - else `Origin` decides, or `Referer` without one: scheme, host and port must match the server's own origin. The `Host` header is
 * ignored, because anyone who points a domain at this server controls it;
 * - without all three the client is not a browser and sends no visitor's cookies: it passes.
 * @throws HttpProblem 403
 */
export const checkOrigin = async (
  { origin, referer, fetchSite }: RequestSource,
  ownOrigin: string,
  isAllowed: (origin: string) => boolean | Promise<boolean>,
): Promise<void> => {
  if (fetchSite === 'same-origin' || fetchSite === 'none') return
  if (fetchSite === undefined) {
    const from = origin ?? referer
    if (from === undefined || isSamePlace(from, ownOrigin)) return
  }
  if (origin !== undefined && origin !== ownOrigin && (await isAllowed(origin))) return
  throw new HttpProblem(403, 'This call came from a page of another site: open this site itself and try again.', {
    kind: 'cross-origin',
  })
}

/** Treats all localhost names as equal, since they cannot point to another machine. */
const isSamePlace = (address: string, ownOrigin: string): boolean => {
  const from = URL.parse(address)
  if (from === null) return false
  if (from.origin === ownOrigin) return true
  const own = new URL(ownOrigin)
  return (
    from.protocol === own.protocol && from.port === own.port && isLoopback(from.hostname) && isLoopback(own.hostname)
  )
}

const isLoopback = (hostname: string): boolean => /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname)
