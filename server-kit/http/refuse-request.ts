import { checkHost } from './check-host.ts'
import { checkOrigin } from './check-origin.ts'
import { checkUrl } from './check-url.ts'
import type { HttpContext } from './http-env.ts'
import { limitBody } from './limit-body.ts'

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
export const createRefuseRequest =
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
