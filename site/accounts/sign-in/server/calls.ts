import { addressOf, type HttpContext, type HttpEnv, readBody } from '@corroborate/server-kit/http'
import type { Limits } from '@corroborate/server-kit/limits'
import { parseEmail } from '@corroborate/wire/email'
import type { MiddlewareHandler } from 'hono'
import { setCookie } from 'hono/cookie'
import { z } from 'zod'
import { paths, sameOriginPath } from '../../../kit/doi/index.ts'
import type { People } from '../../../kit/people/index.ts'
import { loginPage, logoutPage } from '../pages/index.ts'
import { arrivalOf } from './arrival.ts'
import { type AuthenticateOptions, createAuthenticate } from './authenticate.ts'
import { clientOf } from './browser-session.ts'
import { wishOf } from './landing-query.ts'
import { loginNoteAge, loginNoteName, newPkcePair, writeLoginNote } from './login-note.ts'
import { arrivalHeaders, keepSecret, onlyOne } from './request.ts'
import { createResetPassword } from './reset-password.ts'
import { failures } from './words.ts'

type SignInCallsOptions = AuthenticateOptions & {
  people: Pick<People, 'known'>
  limits: Pick<Limits<'signIn' | 'linkLook' | 'signInMail' | 'signOut'>, 'require'>
}

const text = z.string().max(2_048)
const loginBody = z.object({ email: text, redirect_url: text.optional() })
const logoutBody = z.object({ redirect_url: text.optional() })

/** What the three addresses of signing in answer, and what stands in front of every page for them. */
export const createSignInCalls = (options: SignInCallsOptions) => {
  const { origin, browser, provider, people, limits, pages } = options
  const secure = origin.startsWith('https:')
  const noteName = loginNoteName(secure)
  const authenticate = createAuthenticate(options)
  const resetPassword = createResetPassword(options, authenticate)

  const pathOr = (given: string | null | undefined, fallback: string): string =>
    sameOriginPath(given, origin) ?? fallback

  /** Finds out whose session a request comes with. */
  const recognise: MiddlewareHandler<HttpEnv> = (c, next) => {
    const value = browser.cookieValue(c)
    return value === undefined || c.req.path.startsWith('/assets/') ? next() : browser.around(c, value, next)
  }

  /** Looks after what the query of any page asks for: the script of the page does nothing that it was not told from here. */
  const guardQuery: MiddlewareHandler<HttpEnv> = async (c, next) => {
    if (c.req.method !== 'GET' || !c.req.url.includes('?')) return next()
    const wish = wishOf(new URL(c.req.url), arrivalOf(arrivalHeaders(c)))
    if (wish.kind === 'nothing') return next()
    if (wish.kind === 'end') c.res = await end(c, wish.to)
    else if (wish.kind === 'go') c.res = c.redirect(wish.to, 303)
    else await next()
    keepSecret(c)
  }

  // GET /logout by a link of ours, or by hand; by somebody else's link only a question.
  const logout = async (c: HttpContext): Promise<Response> => {
    const arrival = arrivalOf(arrivalHeaders(c))
    if (arrival === 'ahead') return c.body(null, 503, { 'Cache-Control': 'no-store' })
    const query = new URL(c.req.url).searchParams
    const given = onlyOne(query, 'redirect_url')
    if (arrival === 'foreign' || query.has('ask')) {
      return pages.show(c, logoutPage, { redirect: pathOr(given, '/') })
    }
    return end(c, wayBack(c, given))
  }

  const logoutByForm = async (c: HttpContext): Promise<Response> => {
    const { redirect_url = null } = await readBody(c, logoutBody)
    return end(c, wayBack(c, redirect_url))
  }

  const wayBack = (c: HttpContext, given: string | null): string => pathOr(given, pathOr(c.req.header('Referer'), '/'))

  /** Ends the session, tells the page's script so, and leads on. */
  const end = async (c: HttpContext, to: string): Promise<Response> => {
    if (browser.of(c).kind === 'unsure') await limits.require('signOut', { address: addressOf(c) })
    await browser.end(c)
    browser.tell(c, { kind: 'out' })
    c.header('Cache-Control', 'no-store')
    return c.redirect(to, 303)
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
    setCookie(c, noteName, writeLoginNote({ redirect, verifier, linkId: answer.linkId }), {
      httpOnly: true,
      sameSite: 'Lax',
      secure,
      path: '/',
      maxAge: loginNoteAge,
    })
    return pages.show(c, loginPage, { kind: 'sent', email: parsed.email, redirect }, 200)
  }

  return { recognise, guardQuery, authenticate, resetPassword, logout, logoutByForm, login, loginByForm }
}
