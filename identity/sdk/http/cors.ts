import type { IncomingMessage } from 'node:http'
import { isDatabaseUnavailable } from '@corroborate/server-kit/database'
import type { HttpContext } from '@corroborate/server-kit/http'
import { parseAuthorization } from '@corroborate/wire/authorization'
import { sdkPrefix } from '@corroborate/wire/call'
import { corsMethods, corsRequestHeaders } from '@corroborate/wire/headers'
import { projects as projectPaths } from '@corroborate/wire/projects'
import type { ProjectDirectory } from '../../projects/index.ts'

/** CORS headers that let pages of this origin read a response. */
export const corsHeaders = (origin: string): Readonly<Record<string, string>> => ({
  'Access-Control-Allow-Origin': origin,
  'Access-Control-Allow-Credentials': 'true',
  Vary: 'Origin',
})

/** CORS preflight headers for pages of this origin. */
export const preflightHeaders = (origin: string): Readonly<Record<string, string>> => ({
  ...corsHeaders(origin),
  'Access-Control-Allow-Methods': corsMethods.join(', '),
  'Access-Control-Allow-Headers': corsRequestHeaders.join(', '),
})

/** True if pages of this origin may send requests. Also true while the database is unavailable, when requests fail without any lookup. */
export const mayAsk = async (projects: Pick<ProjectDirectory, 'someAllows'>, origin: string): Promise<boolean> => {
  try {
    return await projects.someAllows(origin)
  } catch (error) {
    if (isDatabaseUnavailable(error)) return true
    throw error
  }
}

/**
 * `corsHeaders` for errors that precede a route's project lookup, such as 404, 405 and 413: pages of the request's project can read the
 * reason instead of a network error. While the database is unavailable any page can read it, since it reveals nothing.
 */
export const corsHeadersForErrors =
  (projects: ProjectDirectory) =>
  async (c: HttpContext): Promise<Readonly<Record<string, string>>> => {
    const origin = c.req.header('Origin')
    const { path } = c.req
    if (origin === undefined || !path.startsWith(`${sdkPrefix}/`)) return {}
    try {
      // Cheap checks first: unknown origins must not cause a project lookup.
      if (!(await projects.someAllows(origin))) return {}
      const named = parseAuthorization(c.req.header('Authorization'))?.publicToken ?? tokenIn(path)
      const project = named === undefined ? null : await projects.byPublicToken(named)
      return project?.allowedOrigins.includes(origin) ? corsHeaders(origin) : {}
    } catch (error) {
      if (isDatabaseUnavailable(error)) return corsHeaders(origin)
      throw error
    }
  }

/**
 * `corsHeaders` for requests shed unread under load. Any page can read it, since it reveals nothing, and looking up the page's project
 * would cost more than the rejection.
 */
export const corsHeadersOfBusy = ({
  headers: { origin },
  url = '',
}: Pick<IncomingMessage, 'headers' | 'url'>): Readonly<Record<string, string>> =>
  origin === undefined || !url.startsWith(`${sdkPrefix}/`) ? {} : { ...corsHeaders(origin), Vary: 'Accept, Origin' }

/**
 * Preflight headers under load; null for paths without cross-origin access. Any origin is allowed: its project is looked up for the actual
 * request. Browsers don't cache the response.
 */
export const preflightHeadersOfBusy = ({
  headers: { origin },
  url = '',
}: Pick<IncomingMessage, 'headers' | 'url'>): Readonly<Record<string, string>> | null =>
  origin === undefined || !url.startsWith(`${sdkPrefix}/`)
    ? null
    : { ...preflightHeaders(origin), 'Access-Control-Max-Age': '0' }

const bootstrap = `${sdkPrefix}${projectPaths.bootstrap.path.replace(/:\w+$/, '')}`

const tokenIn = (path: string): string | undefined =>
  path.startsWith(bootstrap) ? path.slice(bootstrap.length) : undefined
