import type { IncomingMessage } from 'node:http'
import type { HttpContext } from '@corroborate/server-kit/http'
import { parseAuthorization } from '@corroborate/wire/authorization'
import { sdkPrefix } from '@corroborate/wire/call'
import { projects as projectPaths } from '@corroborate/wire/projects'
import type { ProjectDirectory } from '../../projects/index.ts'

/** What lets a page of this origin read an answer. */
export const corsHeaders = (origin: string): Readonly<Record<string, string>> => ({
  'Access-Control-Allow-Origin': origin,
  'Access-Control-Allow-Credentials': 'true',
  Vary: 'Origin',
})

/**
 * The same for refusals that are worded before a route of the SDK has looked up its project, such as 404, 405 and 413: a page
 * of the project that the request names reads why, where it would else see a failure of the network.
 */
export const corsHeadersOfRefusals =
  (projects: ProjectDirectory) =>
  async (c: HttpContext): Promise<Readonly<Record<string, string>>> => {
    const origin = c.req.header('Origin')
    const { path } = c.req
    // First what costs nothing: strangers make nobody look for projects.
    if (origin === undefined || !path.startsWith(`${sdkPrefix}/`) || !(await projects.someAllows(origin))) return {}
    const named = parseAuthorization(c.req.header('Authorization'))?.publicToken ?? tokenIn(path)
    const project = named === undefined ? null : await projects.byPublicToken(named)
    return project?.allowedOrigins.includes(origin) ? corsHeaders(origin) : {}
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

const bootstrap = `${sdkPrefix}${projectPaths.bootstrap.path.replace(/:\w+$/, '')}`

const tokenIn = (path: string): string | undefined =>
  path.startsWith(bootstrap) ? path.slice(bootstrap.length) : undefined
