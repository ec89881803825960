import type { IncomingMessage } from 'node:http'
import { isDatabaseUnavailable } from '@corroborate/server-kit/database'
import type { HttpContext } from '@corroborate/server-kit/http'
import { parseAuthorization } from '@corroborate/wire/authorization'
import { sdkPrefix } from '@corroborate/wire/call'
import { corsMethods, corsRequestHeaders } from '@corroborate/wire/headers'
import { projects as projectPaths } from '@corroborate/wire/projects'
import type { ProjectDirectory } from '../../projects/index.ts'

/** What lets a page of this origin read an answer. */
export const corsHeaders = (origin: string): Readonly<Record<string, string>> => ({
  'Access-Control-Allow-Origin': origin,
  'Access-Control-Allow-Credentials': 'true',
  Vary: 'Origin',
})

/** What a preflight from a page of this origin is told: which calls it may send. */
export const preflightHeaders = (origin: string): Readonly<Record<string, string>> => ({
  ...corsHeaders(origin),
  'Access-Control-Allow-Methods': corsMethods.join(', '),
  'Access-Control-Allow-Headers': corsRequestHeaders.join(', '),
})

/** Whether a page of this origin may ask; true while the database is away, when its calls are refused without a look at anything. */
export const mayAsk = async (projects: Pick<ProjectDirectory, 'someAllows'>, origin: string): Promise<boolean> => {
  try {
    return await projects.someAllows(origin)
  } catch (error) {
    if (isDatabaseUnavailable(error)) return true
    throw error
  }
}

/**
 * The same as `corsHeaders` for refusals that are worded before a route of the SDK has looked up its project, such as 404, 405
 * and 413: a page of the project that the request names reads why, where it would else see a failure of the network. While the
 * database is away any page reads that, since it says nothing of anybody.
 */
export const corsHeadersOfRefusals =
  (projects: ProjectDirectory) =>
  async (c: HttpContext): Promise<Readonly<Record<string, string>>> => {
    const origin = c.req.header('Origin')
    const { path } = c.req
    if (origin === undefined || !path.startsWith(`${sdkPrefix}/`)) return {}
    try {
      // First what costs nothing: strangers make nobody look for projects.
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
 * The same for calls that are refused unread, because the server is busy: any page may read that, since it says nothing of
 * anybody, and looking up whose page it is would cost more than the refusal.
 */
export const corsHeadersOfBusy = ({
  headers: { origin },
  url = '',
}: Pick<IncomingMessage, 'headers' | 'url'>): Readonly<Record<string, string>> =>
  origin === undefined || !url.startsWith(`${sdkPrefix}/`) ? {} : { ...corsHeaders(origin), Vary: 'Accept, Origin' }

/**
 * What a preflight is told while the server is busy; null where nothing is for pages of others. Every origin may ask: whose page
 * it is, is looked up for the call itself. No browser keeps the answer.
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
