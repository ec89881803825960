import { HttpProblem } from './http-problem.ts'

/** The parts of a request that say from which page it was sent. */
export type RequestSource = {
  host: string | undefined
  origin: string | undefined
  referer: string | undefined
  fetchSite: string | undefined
}

const hostOf = (address: string): string | null => (URL.canParse(address) ? new URL(address).host : null)

/**
 * Refuses calls that change something and were sent by a page of somebody else (cross-site request forgery), as OWASP's
 * cheat sheet and Go's net/http do, without a token in every form:
 *
 * - `Sec-Fetch-Site`, which pages cannot forge, decides where browsers send it (https and localhost): `same-origin` and
 *   `none` (typed, or a bookmark) pass;
 * - else `Origin` decides: the server's own, or one whose host is the host that was asked;
 * - else `Referer`, in the same way;
 * - with none of the three the sender is no browser, so that it brings no visitor's cookies along: it passes.
 *
 * `isAllowed` names the other origins that may call (CORS is answered elsewhere).
 * @throws HttpProblem 403
 */
export const checkOrigin = async (
  { host, origin, referer, fetchSite }: RequestSource,
  ownOrigin: string,
  isAllowed: (origin: string) => boolean | Promise<boolean> = () => false,
): Promise<void> => {
  if (fetchSite === 'same-origin' || fetchSite === 'none') return
  if (origin !== undefined && (origin === ownOrigin || (await isAllowed(origin)))) return
  if (fetchSite === undefined) {
    const from = origin ?? referer
    if (from === undefined) return
    const fromHost = hostOf(from)
    if (fromHost !== null && (fromHost === host || fromHost === hostOf(ownOrigin))) return
  }
  throw new HttpProblem(403, 'This call came from a page of another site: open this site itself and try again.', {
    kind: 'cross-origin',
  })
}
