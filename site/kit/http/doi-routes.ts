import { type HttpContext, type HttpEnv, HttpProblem, nameRoute } from '@corroborate/server-kit/http'
import type { MiddlewareHandler } from 'hono'
import { type Doi, type DoiAction, matchDoiPath, rawRequestTarget } from '../doi/index.ts'

/** Handles an action on a paper; `rest` is the part of the path after the action (a report's hash, a citation format). */
export type DoiHandler = (c: HttpContext, doi: Doi, rest: string) => Response | Promise<Response>

type Method = 'GET' | 'POST' | 'DELETE'
export type DoiRoutes = Partial<Record<DoiAction, Partial<Record<Method, DoiHandler>>>>

/**
 * Routes everything below a DOI. A DOI may hold any character and any number of slashes, so the path is matched raw, as it
 * came over the wire (docs/decisions/12): reading an address that is not the canonical one answers 308, an action is done at once.
 */
export const doiRoutes =
  (routes: DoiRoutes): MiddlewareHandler<HttpEnv> =>
  async (c, next) => {
    const match = matchDoiPath(rawRequestTarget(c.req.url, c.env?.incoming?.url))
    if (match.kind === 'not-doi') return next()
    if (match.kind === 'pasted') return isReading(c.req.method) ? c.redirect(match.redirectTo, 302) : next()
    if (match.kind === 'refused') throw new HttpProblem(match.status, match.reason)

    const methods = routes[match.action]
    if (methods === undefined) return next()
    nameRoute(c, match.action === 'paper' ? '/:doi' : `/:doi/${match.action}`)
    const method = c.req.method === 'HEAD' ? 'GET' : c.req.method
    const handler = methods[method as Method]
    if (handler === undefined) {
      const allowed = Object.keys(methods)
        .join(', ')
        .replace(/\bGET\b/, 'GET, HEAD')
      if (method === 'OPTIONS') return c.body(null, 204, { Allow: allowed })
      throw new HttpProblem(405, `Method not allowed. Allowed: ${allowed}.`, { headers: { Allow: allowed } })
    }
    if (method === 'GET' && match.redirectTo !== null) return c.redirect(match.redirectTo, 308)
    return handler(c, match.doi, match.rest)
  }

const isReading = (method: string): boolean => method === 'GET' || method === 'HEAD'
