import { addressOf, type HttpContext, type HttpEnv, HttpProblem, readBody } from '@corroborate/server-kit/http'
import type { Limits } from '@corroborate/server-kit/limits'
import { parseEmail } from '@corroborate/wire/email'
import { unrecoverableErrorTypes } from '@corroborate/wire/errors'
import type { MiddlewareHandler } from 'hono'
import { setCookie } from 'hono/cookie'
import { z } from 'zod'
import { isApiPath, isAssistantsPath, paths } from '../../../kit/doi/index.ts'
import type { Pages } from '../../../kit/http/index.ts'
import { actingForHeader } from '../../../kit/page/acting-for.ts'
import type { People } from '../../../kit/people/index.ts'
import { loginPage, logoutPage } from '../pages/pages.ts'
import { arrivalOf } from './arrival.ts'
import { arrivalHeaders, failures, isSentByUs, keepSecret, onlyOne, wasServedForm } from './asked.ts'
import { type AuthenticateOptions, createAuthenticateCalls, pendingActionOf } from './authenticate-calls.ts'
import { type BrowserSession, clientOf } from './browser-session.ts'
import { loginNoteAge, loginNoteName, newPkcePair, writeLoginNote } from './login-note.ts'
import type { Client, IdentityProvider, LinkSentAnswer } from './provider/index.ts'
import { createResetPasswordCalls, type ResetPasswordOptions } from './reset-password-calls.ts'
import { isSessionToken, type Sessions } from './sessions.ts'
import { createSignInAnswers, type SignInAnswers } from './sign-in-answers.ts'

type LogInOptions = {
  /** The site's own. */
  origin: string
  provider: Pick<IdentityProvider, 'sendLink'>
  people: Pick<People, 'known' | 'session'>
  limits: Pick<Limits<'signInMail'>, 'require'>
  pages: Pick<Pages, 'show'>
}

const text = z.string().max(2_048)
const body = z.object({ email: text, redirect_url: text.optional() })

/** `/login`: a linkable page, also the login for browsers without JavaScript. */
const createLogInCalls = (
  { origin, provider, people, limits, pages }: LogInOptions,
  { pathOr }: Pick<SignInAnswers, 'pathOr'>,
) => {
  const secure = origin.startsWith('https:')

  const page = (c: HttpContext): Response => {
    const redirect = pathOr(onlyOne(new URL(c.req.url).searchParams, 'redirect_url'), '/')
    if (people.known(c)?.signedIn) return c.redirect(redirect, 303)
    return pages.show(c, loginPage, { kind: 'ask', email: '', problem: null, redirect }, 200)
  }

  const byForm = async (c: HttpContext): Promise<Response> => {
    const { email, redirect_url } = await readBody(c, body)
    const redirect = pathOr(redirect_url, '/')
    const ask = (problem: string, status: number): Response =>
      pages.show(c, loginPage, { kind: 'ask', email, problem, redirect }, status)
    const parsed = parseEmail(email.trim())
    if (parsed.kind === 'refused') return ask('Invalid email address', 400)
    await limits.require('signInMail', { address: clientOf(c).address })
    const link = { email: parsed.email, landing: `${origin}${paths.authenticate}` }
    const { answer, verifier } = await sendLink(provider, link, clientOf(c))
    if (answer.kind === 'unavailable') return ask(failures.unavailable.sentence, 503)
    if (answer.kind === 'refused') return ask(answer.message, answer.status)
    setCookie(c, loginNoteName(secure), writeLoginNote({ redirect, verifier, linkId: answer.linkId }), {
      httpOnly: true,
      sameSite: 'Lax',
      secure,
      path: '/',
      maxAge: loginNoteAge,
    })
    return pages.show(c, loginPage, { kind: 'sent', email: parsed.email, redirect }, 200)
  }

  return { page, byForm }
}

/** Requests a magic link, with a PKCE challenge only if the provider requires one. */
const sendLink = async (
  provider: LogInOptions['provider'],
  link: { email: string; landing: string },
  client: Client,
): Promise<{ answer: LinkSentAnswer; verifier: string | null }> => {
  const answer = await provider.sendLink({ ...link, challenge: null }, client)
  if (answer.kind !== 'refused' || answer.errorType !== 'invalid_pkce_code_challenge') return { answer, verifier: null }
  const { verifier, challenge } = newPkcePair()
  return { answer: await provider.sendLink({ ...link, challenge }, client), verifier }
}

type LogOutOptions = {
  browser: BrowserSession
  limits: Pick<Limits<'signOut'>, 'require'>
  pages: Pick<Pages, 'show'>
}

const logOutCallsBody = z.object({ redirect_url: z.string().max(2_048).optional() })

/** `/logout`. */
const createLogOutCalls = ({ browser, limits, pages }: LogOutOptions, { pathOr }: Pick<SignInAnswers, 'pathOr'>) => {
  /** Ends the session, informs the page's script, and redirects. */
  const end = async (c: HttpContext, to: string): Promise<Response> => {
    if (browser.of(c).kind === 'unsure') await limits.require('signOut', { address: addressOf(c) })
    await browser.end(c)
    browser.tell(c, { kind: 'out' })
    c.header('Cache-Control', 'no-store')
    return c.redirect(to, 303)
  }

  const wayBack = (c: HttpContext, given: string | null): string => pathOr(given, pathOr(c.req.header('Referer'), '/'))

  /** Logs out users who follow our own link or type the URL. For external links, asks for confirmation. */
  const byAddress = async (c: HttpContext): Promise<Response> => {
    const arrival = arrivalOf(arrivalHeaders(c))
    if (arrival === 'ahead') return c.body(null, 503, { 'Cache-Control': 'no-store' })
    const query = new URL(c.req.url).searchParams
    const given = onlyOne(query, 'redirect_url')
    if (arrival === 'foreign' || query.has('ask')) return pages.show(c, logoutPage, { redirect: pathOr(given, '/') })
    return end(c, wayBack(c, given))
  }

  const byForm = async (c: HttpContext): Promise<Response> => {
    const { redirect_url = null } = await readBody(c, logOutCallsBody)
    return end(c, wayBack(c, redirect_url))
  }

  return { byAddress, byForm, end }
}

/**
 * Rejects a request from a page rendered for another account than the signed-in one: it must run neither in another user's name nor in an
 * anonymous visitor's.
 */
const requireSameReader =
  (people: Pick<People, 'session'>): MiddlewareHandler<HttpEnv> =>
  (c, next) => {
    requireReader(people, c as HttpContext, c.req.header(actingForHeader))
    return next()
  }

/**
 * Same check for a form without JavaScript, which identifies the page's account in a field (`actingForField`). `expected`: the provider's
 * user ID, undefined for a signed-out page. @throws HttpProblem 401
 */
export const requireReader = (people: Pick<People, 'session'>, c: HttpContext, expected: string | undefined): void => {
  if (expected !== undefined && !mayBe(people.session(c), expected))
    throw new HttpProblem(401, 'Your session has ended. Log in again to continue.')
}

/** If the session cannot be verified now, the actual request decides. */
const mayBe = (session: ReturnType<People['session']>, expected: string): boolean =>
  typeof session === 'string' ? session === 'unsure' : session.id === expected

type SecondFactorOptions = {
  /** The site's own. */
  origin: string
  sessions: Pick<Sessions, 'ask'>
  provider: Pick<IdentityProvider, 'proveSecondFactor'>
  limits: Pick<Limits<'signIn'>, 'require'>
}

const secondFactorCallsBody = z.object({
  session_token: z.string().max(2_048),
  code: z.string().max(64),
  redirect_url: z.string().max(2_048).optional(),
  asked: z.string().max(64).optional(),
})

/** Provider errors for an ended session. */
const ended: ReadonlySet<string> = new Set(unrecoverableErrorTypes)

/**
 * `/authenticate/second-factor`: the code of an authenticator app, or a recovery code, by a form. Wrong ones are counted by the
 * provider, which locks the account for a while.
 */
const createSecondFactorCalls = (
  { origin, sessions, provider, limits }: SecondFactorOptions,
  { pathOr, failed, notSignedIn, takeNew, askForCode }: SignInAnswers,
) => {
  const secure = origin.startsWith('https:')

  /** There is no form at this address: `/authenticate` shows it. */
  const get = (c: HttpContext): Response => c.redirect(paths.login(), 303)

  const post = async (c: HttpContext): Promise<Response> => {
    keepSecret(c)
    const { session_token: token, code, redirect_url, asked } = await readBody(c, secondFactorCallsBody)
    const redirect = pathOr(redirect_url, '/')
    if (!isSessionToken(token)) return failed(c, 'ended', redirect)
    await limits.require('signIn', { address: clientOf(c).address })
    const isOurs = isSentByUs(c) || wasServedForm(c, secure, asked)
    const answer = isOurs ? await provider.proveSecondFactor({ token, code }, clientOf(c)) : null
    if (answer?.kind === 'found') return takeNew(c, answer.session, { method: 'second_factor', redirect })
    if (answer?.kind === 'unavailable') return failed(c, 'unavailable', redirect)
    if (answer !== null && ended.has(answer.errorType)) return failed(c, 'ended', redirect)
    // Queried again, to show the account on the page.
    const found = await sessions.ask(token, clientOf(c))
    if (found.kind === 'account') return failed(c, 'ended', redirect)
    if (found.kind !== 'owed') return notSignedIn(c, token, found, redirect)
    const problem = answer === null ? null : { sentence: answer.message, status: answer.status }
    return askForCode(c, found, redirect, problem)
  }

  return { get, post }
}

/** True for shared, cacheable responses. */
const isForAnybody = (path: string): boolean => path.startsWith('/assets/') || isApiPath(path) || isAssistantsPath(path)

type SignInCallsOptions = AuthenticateOptions &
  ResetPasswordOptions &
  SecondFactorOptions &
  LogInOptions &
  LogOutOptions & { people: Pick<People, 'noteNoSession'> }

/** Sign-in routes, and middleware of every page. */
export const createSignInCalls = (options: SignInCallsOptions) => {
  const { browser } = options
  const answers = createSignInAnswers(options)
  const logOut = createLogOutCalls(options, answers)

  /** Identifies the session of a request. */
  const recognise: MiddlewareHandler<HttpEnv> = (c, next) => {
    const value = browser.cookieValue(c)
    if (value !== undefined && !isForAnybody(c.req.path)) return browser.around(c, value, next)
    options.people.noteNoSession(c)
    return next()
  }

  /** Handles actions in any page's query. Page scripts only act on the server's instructions. */
  const guardQuery: MiddlewareHandler<HttpEnv> = async (c, next) => {
    if (c.req.method !== 'GET' || !c.req.url.includes('?') || isApiPath(c.req.path)) return next()
    const wish = pendingActionOf(new URL(c.req.url), arrivalOf(arrivalHeaders(c)))
    if (wish.kind === 'nothing') return next()
    if (wish.kind === 'end') c.res = await logOut.end(c, wish.to)
    else if (wish.kind === 'go') c.res = c.redirect(wish.to, 303)
    else await next()
    keepSecret(c)
  }

  return {
    recognise,
    requireSameReader: requireSameReader(options.people),
    guardQuery,
    authenticate: createAuthenticateCalls(options, answers),
    resetPassword: createResetPasswordCalls(options, answers),
    secondFactor: createSecondFactorCalls(options, answers),
    logIn: createLogInCalls(options, answers),
    logOut,
  }
}
