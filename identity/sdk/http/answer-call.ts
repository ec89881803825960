import { isDatabaseUnavailable } from '@corroborate/server-kit/database'
import { addressOf, type HttpContext, HttpProblem, logOf } from '@corroborate/server-kit/http'
import { account as accountPaths } from '@corroborate/wire/account'
import { parseAuthorization } from '@corroborate/wire/authorization'
import { successBody } from '@corroborate/wire/envelope'
import { type ErrorType, unrecoverableErrorTypes } from '@corroborate/wire/errors'
import { sessions as sessionPaths } from '@corroborate/wire/sessions'
import type { User } from '@corroborate/wire/types'
import type { LiveSession } from '../../accounts/sessions/index.ts'
import { errorTypeOf } from '../../platform/refusal/error-type-of.ts'
import { Refusal, refuse } from '../../platform/refusal/refusal.ts'
import type { RequestFacts } from '../../platform/request/facts-of.ts'
import type { Project } from '../../projects/index.ts'
import type { Core } from '../core/index.ts'
import { type Answers, allowOrigin, idOf, notStored, putHeaders } from './answers.ts'
import { createFindCaller } from './find-caller.ts'
import { readCall } from './read-call.ts'
import { requireOwnSession } from './require-own-session.ts'
import type { Route } from './route.ts'
import { expiredCookies, sessionCookies, tokenOf, usesCookies } from './session-cookies.ts'

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
export const createAnswerCall = (core: Core, answers: Answers) => {
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
