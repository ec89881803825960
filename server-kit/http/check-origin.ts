import { HttpProblem } from './http-problem.ts'

/** The parts of a request that say from which page it was sent. */
export type RequestSource = {
  origin: string | undefined
  referer: string | undefined
  fetchSite: string | undefined
}

/**
 * Refuses calls that change something and were sent by a page of somebody else (cross-site request forgery), as OWASP's
 * cheat sheet and Go's net/http do, without a token in every form:
 *
 * - an `Origin` that `isAllowed` names passes (CORS is answered elsewhere);
 * - `Sec-Fetch-Site`, which pages cannot forge, decides where browsers send it (https and localhost): `same-origin` and
 *   `none` (typed, or a bookmark) pass, whatever else the request says;
 * - else `Origin` decides, and without one `Referer`: scheme, host and port must be those of the server's own origin. The
 *   `Host` header does not count: somebody who points a name of theirs to this server chooses it;
 * - with none of the three the sender is no browser, so that it brings no visitor's cookies along: it passes.
 *
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

/** This machine has several names, and people who work on it use any of them. Nobody else can make them mean another machine. */
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
