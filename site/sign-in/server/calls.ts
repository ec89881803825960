import {
  addressOf,
  cookieNamed,
  type HttpContext,
  type HttpEnv,
  HttpProblem,
  isFormPost,
  readBody,
  wantsPage,
} from '@corroborate/server-kit/http'
import type { Limits } from '@corroborate/server-kit/limits'
import { parseEmail } from '@corroborate/wire/email'
import { readLanding } from '@corroborate/wire/landing'
import type { MiddlewareHandler } from 'hono'
import { deleteCookie, setCookie } from 'hono/cookie'
import { z } from 'zod'
import { paths, sameOriginPath } from '../../doi/index.ts'
import type { Pages } from '../../http/index.ts'
import type { People } from '../../people/index.ts'
import { authenticatePage, loginPage, logoutPage } from '../pages/index.ts'
import { type ArrivalHeaders, arrivalOf } from './arrival.ts'
import { type BrowserSession, clientOf, type KnownSession } from './browser-session.ts'
import { wishOf } from './landing-query.ts'
import { loginNoteAge, loginNoteName, newPkcePair, readLoginNote, writeLoginNote } from './login-note.ts'
import type { IdentityProvider, LinkAnswer } from './provider.ts'
import { isSessionToken } from './session-cookie.ts'
import type { Sessions } from './sessions.ts'

type SignInCallsOptions = {
  /** The site's own. */
  origin: string
  browser: BrowserSession
  sessions: Sessions
  provider: IdentityProvider
  people: Pick<People, 'known'>
  limits: Pick<Limits<'signIn' | 'signInMail' | 'signOut'>, 'require'>
  pages: Pick<Pages, 'show'>
}

const text = z.string().max(2_048)
const authenticateBody = z.union(
  [
    z.object({ session_token: text, redirect_url: text.optional() }),
    z.object({
      stytch_token_type: z.enum(['magic_links', 'login']),
      token: z.string().min(1).max(512),
      redirect_url: text.optional(),
    }),
  ],
  { error: 'send a session_token, or a stytch_token_type and its token' },
)
const loginBody = z.object({ email: text, redirect_url: text.optional() })
const logoutBody = z.object({ redirect_url: text.optional() })

/** What the three addresses of signing in answer, and what stands in front of every page for them. */
export const createSignInCalls = (options: SignInCallsOptions) => {
  const { origin, browser, sessions, provider, people, limits, pages } = options
  const secure = origin.startsWith('https:')
  const noteName = loginNoteName(secure)

  const pathOr = (given: string | null | undefined, fallback: string): string =>
    sameOriginPath(given, origin) ?? fallback

  /** Finds out whose session a request comes with. */
  const recognise: MiddlewareHandler<HttpEnv> = (c, next) => {
    const value = browser.cookieValue(c)
    return value === undefined || c.req.path.startsWith('/assets/') ? next() : browser.around(c, value, next)
  }

  /** Looks after tokens in the query of any page. */
  const guardQuery: MiddlewareHandler<HttpEnv> = async (c, next) => {
    if (c.req.method !== 'GET' || !c.req.url.includes('?')) return next()
    const wish = wishOf(new URL(c.req.url), arrivalOf(arrivalHeaders(c)) !== 'own')
    if (wish.kind === 'nothing') return next()
    if (wish.kind === 'secret') await next()
    else c.res = c.redirect(wish.to, 303)
    keepSecret(c)
  }

  // GET /authenticate (SPEC §7): a program is told whose session it is, a browser is led on.
  const authenticate = async (c: HttpContext): Promise<Response> => {
    keepSecret(c)
    const arrival = arrivalOf(arrivalHeaders(c))
    if (arrival === 'ahead') return c.body(null, 503)
    const query = new URL(c.req.url).searchParams
    const given = onlyOne(query, 'redirect_url')
    const landing = readLanding(query)
    if (landing !== null) {
      if (landing.type !== 'magic_links' && landing.type !== 'login') return failed(c, 'unknown', '/')
      const redirect = sameOriginPath(given, origin)
      return pages.show(c, authenticatePage, { kind: 'link', type: landing.type, token: landing.token, redirect }, 200)
    }
    if (!query.has('session_token')) return withoutToken(c, pathOr(given, '/'))

    const token = onlyOne(query, 'session_token')
    const found = await find(c, token)
    if (found.kind !== 'account') return notSignedIn(c, token, found.kind, given)
    if (arrival === 'foreign' && wantsPage(c)) {
      const { name, email } = found.account
      const redirect = pathOr(given, '/')
      return pages.show(
        c,
        authenticatePage,
        { kind: 'confirm', name: name || (email ?? ''), sessionToken: token ?? '', redirect },
        200,
      )
    }
    if (arrival === 'foreign') throw new HttpProblem(403, 'Open this address yourself to log in with it.')
    await browser.begin(c, found)
    return given === null && !wantsPage(c) ? c.json(accountJson(found)) : c.redirect(pathOr(given, '/'), 303)
  }

  /** Whose session a token is. While the provider is silent, the browser's own cookie may still know. */
  const find = async (c: HttpContext, token: string | null) => {
    if (!isSessionToken(token)) return { kind: 'nobody' as const }
    const found = await sessions.ask(token, clientOf(c))
    const own = browser.of(c)
    return found.kind === 'unsure' && own.kind === 'account' && own.session.token === token ? own : found
  }

  const notSignedIn = (
    c: HttpContext,
    token: string | null,
    kind: 'nobody' | 'unsure',
    given: string | null,
  ): Response => {
    if (kind === 'nobody' && token !== null) browser.drop(c, token)
    if (wantsPage(c)) return failed(c, kind === 'unsure' ? 'unavailable' : 'ended', pathOr(given, '/'))
    if (kind === 'unsure') throw unavailable()
    throw new HttpProblem(401, 'This session has ended: log in again.')
  }

  const withoutToken = (c: HttpContext, redirect: string): Response => {
    if (!wantsPage(c)) throw new HttpProblem(400, 'Send a session_token.', { kind: 'invalid-input' })
    return c.redirect(browser.of(c).kind === 'account' ? redirect : paths.login(redirect), 303)
  }

  // POST /authenticate: what the pages above send when their button is pressed.
  const authenticateByForm = async (c: HttpContext): Promise<Response> => {
    keepSecret(c)
    const body = await readBody(c, authenticateBody)
    if ('session_token' in body) {
      const found = await find(c, body.session_token)
      const given = body.redirect_url ?? null
      if (found.kind !== 'account') return notSignedIn(c, body.session_token, found.kind, given)
      await browser.begin(c, found)
      return led(c, found, pathOr(given, '/'))
    }
    await limits.require('signIn', { address: clientOf(c).address })
    const note = readLoginNote(cookieNamed(c.req.header('Cookie'), noteName))
    const redirect = pathOr(body.redirect_url, pathOr(note?.redirect, '/'))
    const answer = await spend(c, body.token, note?.verifier ?? null)
    if (answer.kind !== 'found') {
      if (!wantsPage(c)) throw answer.kind === 'unavailable' ? unavailable() : new HttpProblem(401, answer.message)
      return answer.kind === 'unavailable'
        ? failed(c, 'unavailable', redirect)
        : failed(c, 'used', redirect, answer.message)
    }
    const accepted = await sessions.accept(answer.session)
    if (accepted.kind !== 'account') return notSignedIn(c, answer.session.token, 'nobody', redirect)
    await browser.begin(c, accepted)
    deleteCookie(c, noteName, { path: '/', secure })
    return led(c, accepted, redirect)
  }

  /** A verifier that the link was not made with is left out: the link was asked for somewhere else. */
  const spend = async (c: HttpContext, token: string, verifier: string | null): Promise<LinkAnswer> => {
    const own = browser.of(c)
    const session = own.kind === 'account' ? own.session.token : null
    const first = await provider.spendLink({ token, verifier, session }, clientOf(c))
    const wasUncalledFor = first.kind === 'refused' && first.errorType === 'pkce_did_not_expect_code_verifier'
    return wasUncalledFor ? provider.spendLink({ token, verifier: null, session }, clientOf(c)) : first
  }

  const led = (c: HttpContext, session: KnownSession, redirect: string): Response =>
    isFormPost(c) && wantsPage(c) ? c.redirect(redirect, 303) : c.json(accountJson(session))

  const failed = (c: HttpContext, why: keyof typeof failures, redirect: string, message?: string): Response => {
    const { status, title, sentence } = failures[why]
    return pages.show(c, authenticatePage, { kind: 'failed', title, message: message ?? sentence, redirect }, status)
  }

  // GET /logout by a link of ours, or by hand; by somebody else's link only a question.
  const logout = async (c: HttpContext): Promise<Response> => {
    const arrival = arrivalOf(arrivalHeaders(c))
    if (arrival === 'ahead') return c.body(null, 503, { 'Cache-Control': 'no-store' })
    if (arrival === 'foreign') return pages.show(c, logoutPage, { redirect: '/' })
    return end(c, onlyOne(new URL(c.req.url).searchParams, 'redirect_url'))
  }

  const logoutByForm = async (c: HttpContext): Promise<Response> => {
    const { redirect_url = null } = await readBody(c, logoutBody)
    return end(c, redirect_url)
  }

  /** Leads back to where the person was, with the wish that the page forget what it keeps of the session. */
  const end = async (c: HttpContext, given: string | null): Promise<Response> => {
    if (browser.of(c).kind === 'unsure') await limits.require('signOut', { address: addressOf(c) })
    await browser.end(c)
    const back = new URL(pathOr(given, pathOr(c.req.header('Referer'), '/')), origin)
    back.searchParams.set('clear_session', 'true')
    c.header('Cache-Control', 'no-store')
    return c.redirect(back.pathname + back.search, 303)
  }

  // /login: the way in for browsers without JavaScript, and a page to link to for all.
  const login = (c: HttpContext): Response => {
    const redirect = pathOr(onlyOne(new URL(c.req.url).searchParams, 'redirect_url'), '/')
    if (people.known(c)?.signedIn) return c.redirect(redirect, 303)
    return pages.show(c, loginPage, { kind: 'ask', email: '', problem: null, redirect }, 200)
  }

  const loginByForm = async (c: HttpContext): Promise<Response> => {
    const body = await readBody(c, loginBody)
    const redirect = pathOr(body.redirect_url, '/')
    const ask = (problem: string, status: number): Response =>
      pages.show(c, loginPage, { kind: 'ask', email: body.email, problem, redirect }, status)
    const parsed = parseEmail(body.email.trim())
    if (parsed.kind === 'refused') return ask('Invalid email address', 400)
    await limits.require('signInMail', { address: clientOf(c).address })

    const wanted = { email: parsed.email, landing: `${origin}${paths.authenticate}` }
    let verifier: string | null = null
    let answer = await provider.sendLink({ ...wanted, challenge: null }, clientOf(c))
    if (answer.kind === 'refused' && answer.errorType === 'invalid_pkce_code_challenge') {
      const pair = newPkcePair()
      verifier = pair.verifier
      answer = await provider.sendLink({ ...wanted, challenge: pair.challenge }, clientOf(c))
    }
    if (answer.kind === 'unavailable') return ask(failures.unavailable.sentence, 503)
    if (answer.kind === 'refused') return ask(answer.message, answer.status)
    setCookie(c, noteName, writeLoginNote({ redirect, verifier }), {
      httpOnly: true,
      sameSite: 'Lax',
      secure,
      path: '/',
      maxAge: loginNoteAge,
    })
    return pages.show(c, loginPage, { kind: 'sent', email: parsed.email, redirect }, 200)
  }

  return { recognise, guardQuery, authenticate, authenticateByForm, logout, logoutByForm, login, loginByForm }
}

const failures = {
  ended: {
    status: 401,
    title: 'This session has ended',
    sentence: 'Log in again to go on. What you had saved is safe.',
  },
  used: { status: 401, title: 'This link does not work any more', sentence: 'Ask for a new one.' },
  unknown: { status: 400, title: 'We do not know this kind of link', sentence: 'Log in another way.' },
  unavailable: {
    status: 503,
    title: 'Logging in does not work just now',
    sentence:
      'The service that signs people in does not answer. Try again in a minute; you can read everything meanwhile.',
  },
} as const

/** What a page script is told of its reader. Their address is theirs to see. */
const accountJson = ({ account: { id, name, email, roles } }: KnownSession) => ({ user_id: id, name, email, roles })

/** A parameter given twice is not trusted. */
const onlyOne = (query: URLSearchParams, name: string): string | null => {
  const values = query.getAll(name)
  return values.length === 1 ? (values[0] ?? null) : null
}

const keepSecret = (c: HttpContext): void => {
  c.header('Cache-Control', 'no-store')
  c.header('Referrer-Policy', 'no-referrer')
}

const arrivalHeaders = (c: HttpContext): ArrivalHeaders => ({
  method: c.req.method,
  host: c.req.header('Host'),
  fetchSite: c.req.header('Sec-Fetch-Site'),
  fetchDest: c.req.header('Sec-Fetch-Dest'),
  purpose: c.req.header('Sec-Purpose') ?? c.req.header('Purpose'),
  referer: c.req.header('Referer'),
})

const unavailable = (): HttpProblem => new HttpProblem(503, failures.unavailable.sentence, { retryAfter: 5 })
