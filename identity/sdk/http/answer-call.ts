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
import { readRequest, refusalBody } from '@corroborate/wire/requests'
import { sessions as sessionPaths } from '@corroborate/wire/sessions'
import { totps } from '@corroborate/wire/totps'
import type { User } from '@corroborate/wire/types'
import { webauthn } from '@corroborate/wire/webauthn'
import { Hono } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { isLimited, type LiveSession } from '../../accounts/sessions/index.ts'
import type { Environment } from '../../platform/ids/index.ts'
import { errorTypeOf } from '../../platform/refusal/error-type-of.ts'
import { Refusal, refuse } from '../../platform/refusal/refusal.ts'
import type { RequestFacts } from '../../platform/request/facts-of.ts'
import type { Project } from '../../projects/index.ts'
import type { Core } from '../core/create-core.ts'
import { corsHeaders, mayAsk, preflightHeaders } from './cors.ts'
import { expiredCookies, requireOwnSession, sessionCookies, tokenOf, usesCookies } from './require-own-session.ts'
import type { Route } from './route.ts'

/**
 * Headers of an answer. Over a socket they go to Node's own answer, which the handler's join: a third of the cost of a
 * `Headers` object.
 */
export const putHeaders = (c: HttpContext, headers: Readonly<Record<string, string>>): void => {
  const outgoing = c.env?.outgoing
  for (const [name, value] of Object.entries(headers)) {
    if (outgoing === undefined) c.header(name, value)
    else outgoing.setHeader(name, value)
  }
}

const allowOrigin = (c: HttpContext, origin: string): void => putHeaders(c, corsHeaders(origin))

const notStored = { 'Cache-Control': 'no-store' }

const idOf = (c: HttpContext, environment: Environment): string => `request-id-${environment}-${requestIdOf(c)}`

/** Builds the responses of `/sdk/v1`, and the CORS headers of those sent before the project is known. */
export const createAnswers = ({ projects, docsUrl }: Pick<Core, 'projects' | 'docsUrl'>) => {
  const contextOf = (c: HttpContext, environment: Environment): AnswerContext => ({
    requestId: idOf(c, environment),
    docsUrl,
  })

  return {
    contextOf,

    refused: (c: HttpContext, refusal: Refusal, environment: Environment): Response => {
      putHeaders(c, notStored)
      for (const [name, value] of Object.entries(refusal.headers)) c.header(name, value)
      if (refusal.plainText !== undefined) return c.text(refusal.plainText, refusal.status)
      return c.json(errorBody(refusal.type, contextOf(c, environment), refusal.message), refusal.status)
    },

    /** Allows any project's pages to read a response sent before the project is known: it reveals nothing about a project. */
    allowOriginOfAny: async (c: HttpContext, project: Project | null): Promise<void> => {
      const origin = c.req.header('Origin')
      if (origin !== undefined && project === null && (await projects.someAllows(origin))) allowOrigin(c, origin)
    },
  }
}

type Answers = ReturnType<typeof createAnswers>

/** Calls that finish a sign-in, or give it up. Those with an optional session prove a factor. */
const finishing: ReadonlySet<string> = new Set(
  [totps.authenticate, totps.recover, webauthn.authenticateStartSecondary, sessionPaths.revoke].map(({ path }) => path),
)

/** Creates the session lookup for an endpoint's authentication. @throws Refusal if a required session is missing */
export const createFindCaller =
  ({ sessions }: Pick<Core, 'sessions'>) =>
  async (
    { endpoint: { auth, path }, readsUser }: Route,
    { project, token, at }: { project: Project; token: string | null; at: number },
  ): Promise<{ session: LiveSession | null; user?: User }> => {
    const nobody = { session: null }
    if (auth !== 'session' && auth !== 'optional') return nobody
    if (token === null) return auth === 'session' ? refuse('user_unauthenticated') : nobody
    const found =
      readsUser || project.sessions.limitPending
        ? ((await sessions.findWithUser(project, token, at)) ?? nobody)
        : { session: await sessions.find(project, token, at) }
    if (found.session === null && auth === 'session')
      refuse(isJwt(token) ? 'unable_to_parse_session_jwt' : 'session_not_found')
    const user = 'user' in found ? found.user : undefined
    if (auth === 'session' && found.session !== null && user && isLimited(project, found.session, user)) {
      if (!finishing.has(path)) refuse('insufficient_factors')
    }
    return found
  }

/** Session JWTs are for applications to read. They are not credentials here, even with a valid signature. */
const isJwt = (token: string): boolean => token.split('.').length === 3

/** Parses a call's parameters and body, or returns the error response. */
const readCall = async (
  c: HttpContext,
  { endpoint }: Route,
  { answers, project }: { answers: Answers; project: Project | null },
): Promise<{ params: unknown; body: unknown } | Response> => {
  const body = endpoint.body === null ? undefined : await readJson(c)
  const result = readRequest(endpoint, { params: endpoint.params === null ? undefined : c.req.param(), body })
  if (result.kind === 'read') return result.request as { params: unknown; body: unknown }
  await answers.allowOriginOfAny(c, project)
  const answered = refusalBody(result.refusal, answers.contextOf(c, project?.environment ?? 'test'))
  putHeaders(c, notStored)
  return c.json(answered, answered.status_code as ContentfulStatusCode)
}

/** A call with erased types. */
type AnyCall = {
  project: Project
  session: LiveSession | null
  user?: User
  sessionToken: string | null
  request: RequestFacts
  setCookie: (cookie: string) => void
  params: unknown
  body: unknown
}

/** Answers a call of the contract: as its route does, or with the contract's refusal. */
const createAnswerCall = (core: Core, answers: Answers) => {
  const { projects, guard, now } = core
  const { refused, allowOriginOfAny } = answers
  const findCaller = createFindCaller(core)

  async function answerOrThrow(c: HttpContext, route: Route, seen: { project: Project | null }): Promise<Response> {
    const { publicTokenOf } = route
    const origin = c.req.header('Origin') ?? null
    const address = addressOf(c)
    await guard.address('callPerAddress', { address })

    // Calls that contain their project are parsed first; all others must authenticate first.
    const early = publicTokenOf === undefined ? null : await readCall(c, route, { answers, project: null })
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

    // A call starts when its body is complete, so that withholding the body cannot outlast a revocation. Body errors are reported after
    // authentication errors.
    const received = early ?? (await readCall(c, route, { answers, project }).catch((error: unknown) => ({ error })))
    const request: RequestFacts = {
      id: idOf(c, project.environment),
      now: now(),
      address,
      country: c.get('country'),
      userAgent: (c.req.header('User-Agent') ?? '').slice(0, 255),
      origin,
      cookies: c.req.header('Cookie'),
    }
    const found = await findCaller(route, { project, token: sessionToken, at: request.now })
    await requireOwnSession(core, { project, session: found.session, request, endpoint: route.endpoint })
    if ('error' in received) throw received.error
    if (received instanceof Response) return received
    if (route.endpoint.fingerprinted && (await core.gate.pass({ project, request, body: received.body ?? {} })))
      request.isProved = true
    const wished: string[] = []
    const call: AnyCall = {
      ...received,
      ...found,
      project,
      sessionToken: found.session && sessionToken,
      request,
      setCookie: cookie => wished.push(cookie),
    }
    const payload = await route.handle(call as never)
    for (const cookie of wished) c.header('Set-Cookie', cookie, { append: true })

    putHeaders(c, notStored)
    const outcome = cookies ? inCookies(c, route, payload) : payload
    return c.json(successBody(outcome, request.id))
  }

  return async (c: HttpContext, route: Route): Promise<Response> => {
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
}

const asRefusal = (error: unknown): Refusal | null => {
  if (error instanceof Refusal) return error
  if (!(error instanceof HttpProblem)) return null
  return new Refusal(errorTypeOf(error), { message: error.kind === 'malformed-body' ? error.message : undefined })
}

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

/** Seconds that browsers keep the answer to a preflight. */
const preflightAge = 7_200

/**
 * The HTTP edge of `/sdk/v1`: one route per endpoint of the contract's table. Answers with the contract's envelopes and to
 * the project's origins alone; nothing a caller sends makes it answer 5xx.
 */
export const createSdk = (core: Core, routes: readonly Route[]): Hono<HttpEnv> => {
  const { projects } = core
  const answers = createAnswers(core)
  const answerCall = createAnswerCall(core, answers)
  const app = new Hono<HttpEnv>()

  app.options(`${sdkPrefix}/*`, async c => {
    const origin = c.req.header('Origin')
    if (origin === undefined || !(await mayAsk(projects, origin))) {
      return answers.refused(c, new Refusal('bad_domain_for_stytch_sdk'), 'test')
    }
    putHeaders(c, { ...preflightHeaders(origin), 'Access-Control-Max-Age': String(preflightAge) })
    return c.body(null, 204)
  })

  for (const route of routes) {
    app.on(route.endpoint.method, sdkPrefix + route.endpoint.path, c => answerCall(c, route))
  }

  return app
}
