import { type HttpContext, HttpProblem } from './http-problem.ts'
import { limitBody } from './request-body.ts'

/**
 * Refuses requests with two `Host` headers (RFC 9112, section 3.2). Node reads the first of them and a proxy in front may
 * read the second: then the two would not speak of one site. `rawHeaders` are names and values in turn, as Node gives them.
 * @throws HttpProblem 400
 */
const checkHost = (rawHeaders: readonly string[] = []): void => {
  let hosts = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1
  }
  if (hosts > 1) throw new HttpProblem(400, 'This request names two hosts: send one Host header.')
}

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
const checkOrigin = async (
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

/** The longest URL that is read, in characters: room for a DOI of 2,000 characters with each of them percent-encoded. */
const longestUrl = 8_000

/**
 * Rejects invalid URLs: too long, with broken percent-encoding, or with a NUL character, which PostgreSQL cannot store. Afterwards a
 * handler can decode path and query safely.
 * @throws HttpProblem 414 or 400.
 */
const checkUrl = (url: string): void => {
  if (url.length > longestUrl) {
    throw new HttpProblem(414, `This address is longer than ${longestUrl} characters: shorten it.`)
  }
  if (!url.includes('%')) return
  if (url.includes('%00')) throw malformed('it holds a NUL character')
  const query = url.indexOf('?')
  // People type bare percent signs in queries ("50% of"), which are kept as they are.
  const path = query === -1 ? url : url.slice(0, query)
  try {
    decodeURIComponent(path)
  } catch {
    throw malformed('a percent sign in its path is not followed by two digits of UTF-8')
  }
}

const malformed = (why: string): HttpProblem =>
  new HttpProblem(400, `This address is malformed: ${why}.`, { kind: 'malformed-url' })

/** Default limit of the body size, in bytes. */
const usualLargestBody = 64_000

/** Safe methods (RFC 9110, section 9.2.1): their bodies are ignored, and cross-site links are allowed. */
const safeMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

type Rules = {
  /** Public origin of this server. */
  origin: string
  /** Allows other origins to send unsafe requests. */
  isAllowedOrigin: (origin: string, c: HttpContext) => boolean | Promise<boolean>
  /** The largest body that is read at a path, in bytes; undefined for the usual. */
  largestBody: (path: string) => number | undefined
  /** Paths whose handlers check origin and body themselves. */
  isNodeHandled: (path: string) => boolean
}

/**
 * Checks a request before a handler sees it: its host and address, and, where it may change something, its origin and the
 * size of its body.
 * @returns the reason to refuse it, or null
 */
export const createRequestFilter =
  ({ origin, isAllowedOrigin, largestBody, isNodeHandled }: Rules) =>
  async (c: HttpContext): Promise<unknown> => {
    try {
      checkHost(c.env?.incoming?.rawHeaders)
      checkUrl(c.req.raw.url)
      if (safeMethods.has(c.req.method) || isNodeHandled(c.req.path)) return null
      await checkOrigin(
        {
          origin: c.req.header('Origin'),
          referer: c.req.header('Referer'),
          fetchSite: c.req.header('Sec-Fetch-Site'),
        },
        origin,
        other => isAllowedOrigin(other, c),
      )
      await limitBody(c, largestBody(c.req.path) ?? usualLargestBody)
      return null
    } catch (error) {
      return error
    }
  }
