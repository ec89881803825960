import { isDatabaseUnavailable } from '@corroborate/server-kit/database'
import {
  addressOf,
  type HttpContext,
  type HttpEnv,
  HttpProblem,
  logOf,
  readJson,
  requestIdOf,
} from '@corroborate/server-kit/http'
import { account as accountPaths } from '@corroborate/wire/account'
import { parseAuthorization } from '@corroborate/wire/authorization'
import { sdkPrefix } from '@corroborate/wire/call'
import { type AnswerContext, errorBody, successBody } from '@corroborate/wire/envelope'
import { type ErrorType, unrecoverableErrorTypes } from '@corroborate/wire/errors'
import { corsMethods, corsRequestHeaders } from '@corroborate/wire/headers'
import { readRequest, refusalBody } from '@corroborate/wire/requests'
import { sessions as sessionPaths } from '@corroborate/wire/sessions'
import type { User } from '@corroborate/wire/types'
import { Hono } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { LiveSession } from '../../accounts/sessions/index.ts'
import type { Environment } from '../../platform/ids/index.ts'
import { errorTypeOf, Refusal, refuse } from '../../platform/refusal/index.ts'
import type { RequestFacts } from '../../platform/request/index.ts'
import type { Project } from '../../projects/index.ts'
import type { Core } from '../core/index.ts'
import { corsHeaders } from './cors.ts'
import type { Route } from './route.ts'
import { expiredCookies, sessionCookies, tokenOf, usesCookies } from './session-cookies.ts'

/** Seconds that browsers keep the answer to a preflight. */
const preflightAge = 7_200

/** A call whose types are forgotten, as the edge passes it on. */
type AnyCall = {
  project: Project
  session: LiveSession | null
  user?: User
  sessionToken: string | null
  request: RequestFacts
  params: unknown
  body: unknown
}

/**
 * The HTTP edge of `/sdk/v1`: one route per endpoint of the contract's table. Answers with the contract's envelopes and to
 * the project's origins alone; nothing a caller sends makes it answer 5xx.
 */
export const createSdk = (core: Core, routes: readonly Route[]): Hono<HttpEnv> => {
  const { projects, sessions, guard, now, docsUrl } = core
  const app = new Hono<HttpEnv>()

  app.options(`${sdkPrefix}/*`, async c => {
    const origin = c.req.header('Origin')
    if (origin === undefined || !(await projects.someAllows(origin))) {
      return refused(c, new Refusal('bad_domain_for_stytch_sdk'), 'test')
    }
    allowOrigin(c, origin)
    c.header('Access-Control-Allow-Methods', corsMethods.join(', '))
    c.header('Access-Control-Allow-Headers', corsRequestHeaders.join(', '))
    c.header('Access-Control-Max-Age', String(preflightAge))
    return c.body(null, 204)
  })

  for (const route of routes) {
    app.on(route.endpoint.method, sdkPrefix + route.endpoint.path, c => answerCall(c, route))
  }

  return app

  async function answerCall(c: HttpContext, route: Route): Promise<Response> {
    const seen: { project: Project | null } = { project: null }
    try {
      return await answerOrThrow(c, route, seen)
    } catch (error) {
      const refusal = asRefusal(error)
      // While the database is away, the whole server answers in one way: see server-kit/http.
      if (refusal === null && isDatabaseUnavailable(error)) throw error
      if (refusal === null) {
        logOf(c).error({ err: error, method: c.req.method, path: c.req.path }, 'request failed')
        return refused(c, new Refusal('internal_server_error'), seen.project?.environment ?? 'test')
      }
      await allowOriginOfAny(c, seen.project)
      if (seen.project !== null && usesCookies(seen.project, c.req.url) && endsSession(route, refusal.type)) {
        for (const cookie of expiredCookies()) c.header('Set-Cookie', cookie, { append: true })
      }
      return refused(c, refusal, seen.project?.environment ?? 'test')
    }
  }

  async function answerOrThrow(c: HttpContext, route: Route, seen: { project: Project | null }): Promise<Response> {
    const { publicTokenOf } = route
    const origin = c.req.header('Origin') ?? null
    const address = addressOf(c)
    await guard.address('callPerAddress', { address })

    // Calls that name their project in themselves are read first; the others have to say who they are first.
    const early = publicTokenOf === undefined ? null : await read(c, route, seen)
    if (early instanceof Response) return early
    const credentials = parseAuthorization(c.req.header('Authorization'))
    if (publicTokenOf === undefined && credentials === null) refuse('invalid_authorization_header')
    const publicToken = early === null ? credentials?.publicToken : publicTokenOf?.(early as never)
    const project = await projects.byPublicToken(publicToken ?? '')
    if (project === null) refuse('public_token_not_found')
    seen.project = project
    if (origin !== null) {
      if (!project.allowedOrigins.includes(origin) && origin !== core.origin) refuse('bad_domain_for_stytch_sdk')
      allowOrigin(c, origin)
    }

    const cookies = usesCookies(project, c.req.url)
    const inHeader = credentials?.publicToken === project.publicToken ? credentials.sessionToken : null
    const sessionToken = tokenOf(project, { inHeader, cookies: c.req.header('Cookie'), url: c.req.url })

    // A call happens when all of it is here: who holds its body back gains no time for what ends meanwhile. What is wrong
    // with the body is said after who may not call at all.
    const received = early ?? (await read(c, route, seen).catch((error: unknown) => ({ error })))
    const request: RequestFacts = {
      id: idOf(c, project.environment),
      now: now(),
      address,
      userAgent: (c.req.header('User-Agent') ?? '').slice(0, 255),
      origin,
    }
    const found = await findSession(route, project, sessionToken, request.now)
    if ('error' in received) throw received.error
    if (received instanceof Response) return received
    if (route.endpoint.fingerprinted && (await core.gate.pass({ project, request, body: received.body ?? {} })))
      request.isProved = true
    const call: AnyCall = { ...received, ...found, project, sessionToken: found.session && sessionToken, request }
    const payload = await route.handle(call as never)

    putHeaders(c, notStored)
    const outcome = cookies ? inCookies(c, route, payload) : payload
    return c.json(successBody(outcome, request.id))
  }

  /** The parameters and the body of a call, or the answer that says what is wrong with them. */
  async function read(
    c: HttpContext,
    { endpoint }: Route,
    seen: { project: Project | null },
  ): Promise<{ params: unknown; body: unknown } | Response> {
    const body = endpoint.body === null ? undefined : await readJson(c)
    const result = readRequest(endpoint, { params: endpoint.params === null ? undefined : c.req.param(), body })
    if (result.kind === 'read') return result.request as { params: unknown; body: unknown }
    await allowOriginOfAny(c, seen.project)
    const answered = refusalBody(result.refusal, answerContext(c, seen.project?.environment ?? 'test'))
    putHeaders(c, notStored)
    return c.json(answered, answered.status_code as ContentfulStatusCode)
  }

  async function findSession(
    { endpoint: { auth }, readsUser }: Route,
    project: Project,
    token: string | null,
    at: number,
  ): Promise<{ session: LiveSession | null; user?: User }> {
    const nobody = { session: null }
    if (auth !== 'session' && auth !== 'optional') return nobody
    if (token === null) return auth === 'session' ? refuse('user_unauthenticated') : nobody
    const found = readsUser
      ? ((await sessions.findWithUser(project, token, at)) ?? nobody)
      : { session: await sessions.find(project, token, at) }
    if (found.session === null && auth === 'session')
      refuse(isJwt(token) ? 'unable_to_parse_session_jwt' : 'session_not_found')
    return found
  }

  function refused(c: HttpContext, refusal: Refusal, environment: Environment): Response {
    putHeaders(c, notStored)
    for (const [name, value] of Object.entries(refusal.headers)) c.header(name, value)
    if (refusal.plainText !== undefined) return c.text(refusal.plainText, refusal.status)
    return c.json(errorBody(refusal.type, answerContext(c, environment), refusal.message), refusal.status)
  }

  function answerContext(c: HttpContext, environment: Environment): AnswerContext {
    return { requestId: idOf(c, environment), docsUrl }
  }

  /** An answer given before the project is known may be read by the pages of any project: it says nothing about one. */
  async function allowOriginOfAny(c: HttpContext, project: Project | null): Promise<void> {
    const origin = c.req.header('Origin')
    if (origin !== undefined && project === null && (await projects.someAllows(origin))) allowOrigin(c, origin)
  }
}

/**
 * Headers of an answer. Over a socket they go to Node's own answer, which the handler's join: a third of the cost of a
 * `Headers` object.
 */
const putHeaders = (c: HttpContext, headers: Readonly<Record<string, string>>): void => {
  const outgoing = c.env?.outgoing
  for (const [name, value] of Object.entries(headers)) {
    if (outgoing === undefined) c.header(name, value)
    else outgoing.setHeader(name, value)
  }
}

const allowOrigin = (c: HttpContext, origin: string): void => putHeaders(c, corsHeaders(origin))

const notStored = { 'Cache-Control': 'no-store' }

const idOf = (c: HttpContext, environment: Environment): string => `request-id-${environment}-${requestIdOf(c)}`

const asRefusal = (error: unknown): Refusal | null => {
  if (error instanceof Refusal) return error
  if (!(error instanceof HttpProblem)) return null
  return new Refusal(errorTypeOf(error), { message: error.kind === 'malformed-body' ? error.message : undefined })
}

/** A session JWT is for the application to read; it is no credential here, however well it is signed. */
const isJwt = (token: string): boolean => token.split('.').length === 3

const endsSession = ({ endpoint }: Route, type: ErrorType): boolean =>
  (endpoint.path === sessionPaths.authenticate.path || endpoint.path === sessionPaths.revoke.path) &&
  (unrecoverableErrorTypes as readonly ErrorType[]).includes(type)

/** Moves the tokens of an answer into cookies that no script reads; both are empty in the body then (WIRE.md §6). */
const inCookies = (c: HttpContext, { endpoint: { path } }: Route, payload: object): object => {
  if (path === sessionPaths.revoke.path || path === accountPaths.delete.path) {
    for (const cookie of expiredCookies()) c.header('Set-Cookie', cookie, { append: true })
    return payload
  }
  const { session_token, session_jwt, session } = payload as Record<string, unknown>
  if (typeof session_token !== 'string' || typeof session_jwt !== 'string') return payload
  const expiresAt = typeof session === 'object' && session !== null ? Reflect.get(session, 'expires_at') : ''
  for (const cookie of sessionCookies(session_token, session_jwt, String(expiresAt))) {
    c.header('Set-Cookie', cookie, { append: true })
  }
  return { ...payload, session_token: '', session_jwt: '' }
}
