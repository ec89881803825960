import { hash, randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { addressOf, type HttpContext, HttpProblem, type NodeHandler } from '@corroborate/server-kit/http'
import { logoutMark } from '@corroborate/wire/idp'
import { html } from 'hono/html'
import inject from 'light-my-request'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import type { Sealer } from '../../platform/sealing/sealer.ts'
import type { Project } from '../../projects/index.ts'
import type { Core } from '../../sdk/core/create-core.ts'
import { hashClientSecret } from '../store/index.ts'
import { belowIssuer, issuerPath, postedAnswerPath, routes } from './issuer.ts'
import type { Provider } from './library.ts'

/** The largest body that is read, in bytes: that of `oidc-provider`. */
const largest = 56 * 1_024

/** The body of a request; null when there is too much of it. */
const readText = async (request: IncomingMessage): Promise<string | null> => {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of request) {
    size += part.length
    if (size > largest) return null
    parts.push(part)
  }
  return Buffer.concat(parts).toString()
}

/** Responds with 413. */
const answerTooLarge = (response: ServerResponse): void => {
  const said = { error: 'invalid_request', error_description: 'the body is too large' }
  response.writeHead(413, { 'Content-Type': 'application/json', Connection: 'close' }).end(JSON.stringify(said))
}

type Call = {
  handle: (request: IncomingMessage, response: ServerResponse) => Promise<void>
  request: IncomingMessage
  response: ServerResponse
}

/**
 * Handles dynamic client registration and its management (RFC 7591 and 7592). Open to any origin: responses concern only the caller, and
 * authentication uses a token, never a cookie.
 */
const answerRegistration = async ({ handle, request, response }: Call): Promise<void> => {
  response.setHeader('Access-Control-Allow-Origin', '*')
  if (request.method === 'OPTIONS') {
    response.writeHead(204, {
      'Access-Control-Allow-Methods': 'GET, POST, PUT, DELETE',
      'Access-Control-Allow-Headers': 'Authorization, Content-Type',
      'Access-Control-Max-Age': '3600',
    })
    response.end()
    return
  }
  if (request.method !== 'PUT') return handle(request, response)
  await answerChange({ handle, request, response })
}

/** Handles a registration update that includes the client secret. The provider compares it with the stored value, which is a hash. */
const answerChange = async ({ handle, request, response }: Call): Promise<void> => {
  const body = await readText(request)
  if (body === null) return answerTooLarge(response)
  const { 'content-length': _, 'transfer-encoding': __, ...headers } = request.headers
  const { originalUrl } = request as { originalUrl?: string }
  const answer = await inject(
    (passed, result) => void handle(Object.assign(passed as IncomingMessage, { originalUrl }), result),
    { method: 'PUT', url: request.url ?? '/', headers, payload: withHash(body) },
  )
  for (const [name, value] of Object.entries(answer.headers)) if (value !== undefined) response.setHeader(name, value)
  response.writeHead(answer.statusCode).end(answer.rawPayload)
}

const withSecret = z.looseObject({ client_secret: z.string() })

const withHash = (body: string): string => {
  try {
    const { success, data } = withSecret.safeParse(JSON.parse(body))
    return success ? JSON.stringify({ ...data, client_secret: hashClientSecret(data.client_secret) }) : body
  } catch {
    return body
  }
}

/** Providers kept in memory, one a project. */
const mostKept = 200

/** The OpenID provider of each project, as its settings and keys are now. */
export type Providers = { of: (project: Project) => Promise<Provider> }

/** The library under them, a tenth of all that the provider loads, is loaded when one is first wanted. */
export const createProviders = (core: Core): Providers => {
  const kept = new LRUCache<string, { made: string; provider: Provider }>({ max: mostKept })

  return {
    of: async project => {
      const [current, published] = await Promise.all([core.keys.current(project), core.keys.published(project.id)])
      const kids = [current.id, ...published.map(({ kid }) => kid)]
      const made = hash(
        'sha256',
        JSON.stringify([project.openid, project.rbac, project.authorizeUrl, project.jwtAlgorithm, kids]),
      )
      const known = kept.get(project.id)
      if (known?.made === made) return known.provider
      const { makeProvider } = await import('./make-provider.ts')
      const provider = makeProvider(core, project, { current, published })
      kept.set(project.id, { made, provider })
      return provider
    },
  }
}

/** Lifetime of the response form in ms, the same as that of its code. */
const lifetime = 60_000

/** An answer that a browser is to post to an application (OAuth 2.0 Form Post Response Mode). */
export type PostedAnswer = { action: string; fields: Readonly<Record<string, string>> }

const sealedAnswer = z.object({ action: z.url(), fields: z.record(z.string(), z.string()), until: z.number() })

/** Reads the form that `oidc-provider` writes. Null when it is none. Pure. */
export const readForm = (page: string): PostedAnswer | null => {
  const action = /<form method="post" action="([^"]*)">/.exec(page)?.[1]
  if (action === undefined) return null
  const inputs = page.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"\/>/g)
  return {
    action: plain(action),
    fields: Object.fromEntries([...inputs].map(([, name = '', value = '']) => [name, plain(value)])),
  }
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }
const plain = (text: string): string =>
  text.replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => entities[name] ?? '')

const rowOf = (projectId: string) => ({ table: 'openid_posted_answers', projectId, id: 'answer' })

/** Encrypts a response into the URL of its form, so that the URL reveals nothing later. */
export const sealAnswer = (sealer: Sealer, projectId: string, answer: PostedAnswer, now: number): string =>
  sealer.seal(JSON.stringify({ ...answer, until: now + lifetime }), rowOf(projectId))

/** Decrypts the response. Returns null if it is invalid or too old. */
export const openAnswer = (sealer: Sealer, projectId: string, sealed: string, now: number): PostedAnswer | null => {
  try {
    const { action, fields, until } = sealedAnswer.parse(JSON.parse(sealer.open(sealed, rowOf(projectId))))
    return now < until ? { action, fields } : null
  } catch {
    return null
  }
}

/**
 * Responds with a self-submitting form. It sends its origin, which applications check. Its CSP has no `form-action`, since browsers would
 * apply it to the application's own redirects.
 */
const answerWithForm = async (response: ServerResponse, { action, fields }: PostedAnswer): Promise<void> => {
  const nonce = randomUUID()
  const inputs = Object.entries(fields).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  )
  const page = await html`<!doctype html><html lang="en"><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>Back to the application</title>
<form method="post" action="${action}">${inputs}<noscript><button>Continue</button></noscript></form>
<script nonce="${nonce}">document.forms[0].submit()</script></html>`
  const policy = `default-src 'none'; script-src 'nonce-${nonce}'; frame-ancestors 'none'; base-uri 'none'`
  response
    .writeHead(200, {
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-store',
      'Content-Security-Policy': policy,
      'Referrer-Policy': 'strict-origin',
    })
    .end(String(page))
}

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
    if (below === null || project === null) throw new HttpProblem(404, 'No OpenID provider at this address.')
    const [path = '', query = ''] = splitAt(below.rest)
    if (pages.has(path) || path.startsWith(`${routes.authorization}/`) || path.startsWith(`${routes.end_session}/`)) {
      const known = pages.has(path) && ['GET', 'POST'].includes(request.method ?? '')
      if (project.authorizeUrl === null || !known) {
        throw new HttpProblem(404, 'This project has no consent page.')
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
        throw new HttpProblem(400, 'This response has expired. Go back to the application and try again.')
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
