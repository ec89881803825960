import type { IncomingMessage } from 'node:http'
import { addressOf, type HttpContext, HttpProblem, type NodeHandler } from '@corroborate/server-kit/http'
import { logoutMark } from '@corroborate/wire/idp'
import type { Core } from '../../sdk/core/index.ts'
import { answerRegistration } from './answer-registration.ts'
import type { Providers } from './create-providers.ts'
import { belowIssuer, issuerPath, postedAnswerPath, routes } from './issuer.ts'
import { answerWithForm, openAnswer } from './posted-answer.ts'
import { answerTooLarge, readText } from './read-text.ts'

/** Endpoints that are pages for people. They have one of their own, the consent page of the project. */
const pages: ReadonlySet<string> = new Set([routes.authorization, routes.end_session])

const { registration } = routes

/**
 * Handler of all issuer endpoints that applications call. Authorization and logout requests are redirected to the project's consent page
 * with their parameters. No external cookie or header determines the session.
 */
export const openidHandler =
  ({ projects, guard, origin, sealer, now }: Core, providers: Providers): NodeHandler =>
  async (request, response, c: HttpContext) => {
    await guard.address('callPerAddress', { address: addressOf(c) })
    const below = belowIssuer(request.url ?? '')
    const project = below === null ? null : await projects.byId(below.projectId)
    if (below === null || project === null) throw new HttpProblem(404, 'There is no OpenID provider at this address.')
    const [path = '', query = ''] = splitAt(below.rest)
    if (pages.has(path) || path.startsWith(`${routes.authorization}/`) || path.startsWith(`${routes.end_session}/`)) {
      const known = pages.has(path) && ['GET', 'POST'].includes(request.method ?? '')
      if (project.authorizeUrl === null || !known) {
        throw new HttpProblem(404, 'This project has no page where people decide what an application gets.')
      }
      const asked = request.method === 'POST' ? await readText(request) : query
      if (asked === null) return answerTooLarge(response)
      response
        .writeHead(303, {
          Location: pageFor(project.authorizeUrl, path, new URLSearchParams(asked).toString()),
          'Cache-Control': 'no-store',
          'Referrer-Policy': 'no-referrer',
        })
        .end()
      return
    }
    if (path === postedAnswerPath && request.method === 'GET') {
      const sealed = new URLSearchParams(query).get('answer') ?? ''
      const posted = openAnswer(sealer, project.id, sealed, now())
      if (posted === null)
        throw new HttpProblem(400, 'This answer is too old. Go back to the application and try again.')
      return answerWithForm(response, posted)
    }
    const handle = (await providers.of(project)).callback()
    prepare(request, origin, issuerPath(project.id), below.rest)
    if (project.openid.dynamicRegistration && (path === registration || path.startsWith(`${registration}/`))) {
      const limit = request.method === 'POST' ? 'registerAppPerAddress' : 'manageAppPerAddress'
      if (request.method !== 'OPTIONS') await guard.address(limit, { address: addressOf(c) })
      return answerRegistration({ handle, request, response })
    }
    await handle(request, response)
  }

const splitAt = (rest: string): string[] => {
  const at = rest.indexOf('?')
  return at === -1 ? [rest] : [rest.slice(0, at), rest.slice(at + 1)]
}

/** Returns the consent page's URL with the request's parameters. A logout request is marked as such, since both types go there. */
const pageFor = (page: string, path: string, query: string): string => {
  const mark = path === routes.end_session ? `${logoutMark.name}=${logoutMark.value}` : ''
  const added = [query, mark].filter(part => part !== '').join('&')
  return added === '' ? page : `${page}${page.includes('?') ? '&' : '?'}${added}`
}

/** Forces our origin for generated URLs, and strips the session. */
const prepare = (
  request: IncomingMessage & { originalUrl?: string },
  origin: string,
  mountPath: string,
  rest: string,
): void => {
  const { host, protocol } = new URL(origin)
  request.headers.host = host
  request.headers['x-forwarded-proto'] = protocol.slice(0, -1)
  for (const name of ['x-forwarded-host', 'forwarded', 'cookie']) delete request.headers[name]
  request.originalUrl = mountPath + rest
  request.url = rest
}
