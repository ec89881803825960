import {
  cookieNamed,
  type HttpContext,
  HttpProblem,
  isFormPost,
  readBody,
  wantsPage,
} from '@corroborate/server-kit/http'
import type { Limits } from '@corroborate/server-kit/limits'
import { readLanding } from '@corroborate/wire/landing'
import { deleteCookie } from 'hono/cookie'
import { z } from 'zod'
import { paths, sameOriginPath } from '../../../kit/doi/index.ts'
import type { Pages } from '../../../kit/http/index.ts'
import { authenticatePage, type MailedLink } from '../pages/index.ts'
import { plainText } from '../plain-text.ts'
import type { LoginNews } from '../session-news.ts'
import { arrivalOf } from './arrival.ts'
import { asking, isSentByUs, wasAsked } from './asked.ts'
import { type BrowserSession, clientOf } from './browser-session.ts'
import { loginNoteName, noteOfLink } from './login-note.ts'
import type { IdentityProvider, ProvedSession } from './provider.ts'
import { arrivalHeaders, keepSecret, onlyOne } from './request.ts'
import { isSessionToken } from './session-cookie.ts'
import type { KnownSession, Recognised, Sessions, VouchedSession } from './sessions.ts'
import { socialRefusal } from './social-refusal.ts'
import { failures, unavailable } from './words.ts'

export type AuthenticateOptions = {
  /** The site's own. */
  origin: string
  browser: BrowserSession
  sessions: Sessions
  provider: IdentityProvider
  limits: Pick<Limits<'signIn' | 'linkLook'>, 'require'>
  pages: Pick<Pages, 'show'>
}

const text = z.string().max(2_048)
const body = z.union(
  [
    z.object({ session_token: text, redirect_url: text.optional(), asked: text.optional() }),
    z.object({
      stytch_token_type: z.enum(['magic_links', 'login']),
      token: z.string().min(1).max(512),
      redirect_url: text.optional(),
      asked: text.optional(),
    }),
  ],
  { error: 'send a session_token, or a stytch_token_type and its token' },
)

/**
 * `/authenticate` (SPEC §7): a session is taken over here, a mailed link is spent, and who comes back from an account
 * elsewhere is let in by the page's script.
 *
 * A session is taken without a question only when a page of ours hands it over, as the browser itself says: a link in a
 * mail may be anybody's, and whoever follows it would act in the name of its sender.
 */
export const createAuthenticate = (options: AuthenticateOptions) => {
  const { origin, browser, sessions, provider, limits, pages } = options
  const secure = origin.startsWith('https:')
  const noteName = loginNoteName(secure)

  const pathOr = (given: string | null | undefined, fallback: string): string =>
    sameOriginPath(given, origin) ?? fallback

  // A program is told whose session it is, a browser is led on.
  const get = async (c: HttpContext): Promise<Response> => {
    keepSecret(c)
    if (arrivalOf(arrivalHeaders(c)) === 'ahead') return c.body(null, 503)
    const query = new URL(c.req.url).searchParams
    const given = onlyOne(query, 'redirect_url')
    const landing = readLanding(query)
    if (landing !== null) {
      const { type, token } = landing
      const redirect = sameOriginPath(given, origin)
      if (type === 'oauth') return pages.show(c, authenticatePage, { kind: 'social', token, redirect }, 200)
      if (type !== 'magic_links' && type !== 'login') return failed(c, 'unknown', '/')
      return getLink(c, { type, token, redirect })
    }
    if (query.has('error') && !query.has('session_token')) {
      const message = socialRefusal(onlyOne(query, 'error') ?? '')
      return pages.show(c, authenticatePage, { kind: 'refused', message, redirect: pathOr(given, '/') }, 400)
    }
    return query.has('session_token')
      ? getSession(c, onlyOne(query, 'session_token') ?? '', given)
      : withoutToken(c, pathOr(given, '/'))
  }

  /** Opening a link spends nothing: the page says for whom it is, and who wants it presses its button. */
  const getLink = async (c: HttpContext, link: MailedLink): Promise<Response> => {
    const client = clientOf(c)
    await limits.require('linkLook', { address: client.address })
    const found = await provider.lookAtLink(link.token, client)
    if (found.kind !== 'found') {
      return found.kind === 'refused' && found.errorType === 'unable_to_auth_magic_link'
        ? failed(c, 'used', link.redirect ?? '/', { message: found.message })
        : failed(c, 'unavailable', link.redirect ?? '/', { again: link })
    }
    const own = browser.of(c)
    const isOwnAccount = own.kind === 'account' && own.account.id === found.userId
    const replaces = isOwnAccount ? null : await nameOfOwn(c)
    const isAsked = noteOfLink(noteIn(c), link.token) !== null
    const account = plainText(found.email)
    const model = { kind: 'link', ...link, account, replaces, isAsked, asked: asking(c, secure) } as const
    return pages.show(c, authenticatePage, model, 200)
  }

  const noteIn = (c: HttpContext): string | undefined => cookieNamed(c.req.header('Cookie'), noteName)

  const getSession = async (c: HttpContext, token: string, given: string | null): Promise<Response> => {
    const found = await find(c, token)
    if (found.kind !== 'account') return notSignedIn(c, token, found.kind, given)
    const arrival = arrivalOf(arrivalHeaders(c))
    const redirect = pathOr(given, '/')
    if (!wantsPage(c)) {
      if (arrival === 'foreign') throw new HttpProblem(403, 'Open this address yourself to log in with it.')
      if (arrival === 'own') await browser.begin(c, found)
      return given === null ? c.json(accountJson(found)) : c.redirect(redirect, 303)
    }
    if (isOwn(c, found)) return c.redirect(redirect, 303)
    const account = contactOf(found)
    if (account === null) return failed(c, 'unproved', redirect)
    if (arrival === 'own') return takeOver(c, found, redirect, null)
    return askAbout(c, account, token, redirect)
  }

  const askAbout = async (
    c: HttpContext,
    account: string,
    sessionToken: string,
    redirect: string,
  ): Promise<Response> => {
    const replaces = await nameOfOwn(c)
    const model = { kind: 'confirm', account, replaces, sessionToken, redirect, asked: asking(c, secure) } as const
    return pages.show(c, authenticatePage, model, 200)
  }

  /** Whose session a token is. While the provider is silent, the browser's own cookie may still know. */
  const find = async (c: HttpContext, token: string): Promise<Recognised> => {
    if (!isSessionToken(token)) return { kind: 'nobody' }
    const found = await sessions.ask(token, clientOf(c))
    const own = browser.of(c)
    return found.kind === 'unsure' && own.kind === 'account' && own.session.token === token ? own : found
  }

  /** The browser has this very session: there is nothing to take or to ask. */
  const isOwn = (c: HttpContext, { session }: KnownSession): boolean => {
    const own = browser.of(c)
    return own.kind === 'account' && own.session.token === session.token
  }

  /** Who is signed in here, for their own eyes; empty when there is no telling, null when it is nobody. */
  const nameOfOwn = async (c: HttpContext): Promise<string | null> => {
    const own = browser.of(c)
    if (own.kind !== 'account') return own.kind === 'unsure' ? '' : null
    const found = await sessions.ask(own.session.token, clientOf(c))
    return found.kind === 'account' ? (found.said.contact ?? '') : ''
  }

  /** Signs a browser in without its script, which is told by the next page, and leads on. */
  const takeOver = async (
    c: HttpContext,
    session: KnownSession,
    redirect: string,
    login: LoginNews | null,
  ): Promise<Response> => {
    await browser.begin(c, session)
    browser.tell(c, { kind: 'in', token: session.session.token, userId: session.account.id, login })
    return c.redirect(redirect, 303)
  }

  const notSignedIn = (c: HttpContext, token: string, kind: 'nobody' | 'unsure', given: string | null): Response => {
    if (kind === 'nobody') browser.drop(c, token)
    if (wantsPage(c)) return failed(c, kind === 'unsure' ? 'unavailable' : 'ended', pathOr(given, '/'))
    if (kind === 'unsure') throw unavailable()
    // A page's script shows in the header what goes on: the browser's own session may be another one.
    return c.json({ error: 'This session has ended: log in again.', signed_in: browser.isSignedIn(c) }, 401)
  }

  const withoutToken = (c: HttpContext, redirect: string): Response => {
    if (!wantsPage(c)) throw new HttpProblem(400, 'Send a session_token.')
    return c.redirect(browser.of(c).kind === 'account' ? redirect : paths.login(redirect), 303)
  }

  // What the pages above send when their button is pressed, and the script of a page whose reader has just signed in.
  const post = async (c: HttpContext): Promise<Response> => {
    keepSecret(c)
    const given = await readBody(c, body)
    const isOurs = !isByForm(c) || isSentByUs(c) || wasAsked(c, secure, given.asked)
    if ('session_token' in given) return postSession(c, given, isOurs)
    if (isOurs) return spendLink(c, given)
    const { stytch_token_type: type, token, redirect_url } = given
    return getLink(c, { type, token, redirect: sameOriginPath(redirect_url, origin) })
  }

  /** A form that nobody knows who has sent is answered with the question. */
  const postSession = async (
    c: HttpContext,
    { session_token, redirect_url }: { session_token: string; redirect_url?: string | undefined },
    isOurs: boolean,
  ): Promise<Response> => {
    const found = await find(c, session_token)
    if (found.kind !== 'account') return notSignedIn(c, session_token, found.kind, redirect_url ?? null)
    if (!isByForm(c)) {
      await browser.begin(c, found)
      return c.json(accountJson(found))
    }
    const redirect = pathOr(redirect_url, '/')
    if (isOwn(c, found)) return c.redirect(redirect, 303)
    const account = contactOf(found)
    if (account === null) return failed(c, 'unproved', redirect)
    return isOurs ? takeOver(c, found, redirect, null) : askAbout(c, account, session_token, redirect)
  }

  const spendLink = async (
    c: HttpContext,
    { token, redirect_url }: { token: string; redirect_url?: string | undefined },
  ): Promise<Response> => {
    await limits.require('signIn', { address: clientOf(c).address })
    const note = noteOfLink(noteIn(c), token)
    const redirect = pathOr(redirect_url, pathOr(note?.redirect, '/'))
    // A verifier goes along with the link it was made for, and with no other.
    const answer = await provider.spendLink({ token, verifier: note?.verifier ?? null }, clientOf(c))
    if (answer.kind !== 'found') {
      if (!wantsPage(c)) throw answer.kind === 'unavailable' ? unavailable() : new HttpProblem(401, answer.message)
      return answer.kind === 'unavailable'
        ? failed(c, 'unavailable', redirect)
        : failed(c, 'used', redirect, { message: answer.message })
    }
    const accepted = await sessions.accept(answer.session, clientOf(c))
    if (accepted.kind !== 'account') return notSignedIn(c, answer.session.token, 'nobody', redirect)
    if (note !== null) deleteCookie(c, noteName, { path: '/', secure })
    if (isByForm(c)) return takeOver(c, accepted, redirect, loginNews(accepted, 'magic_link'))
    await browser.begin(c, accepted)
    return c.json(accountJson(accepted))
  }

  const failed = (
    c: HttpContext,
    why: keyof typeof failures,
    redirect: string,
    { message, again = null }: { message?: string; again?: MailedLink | null } = {},
  ): Response => {
    const { status, title, sentence } = failures[why]
    const model = { kind: 'failed', title, message: message ?? sentence, redirect, again } as const
    return pages.show(c, authenticatePage, model, status)
  }

  /** Takes over the session that the provider has just begun for whoever sent a form. */
  const takeNew = async (
    c: HttpContext,
    session: ProvedSession,
    { method, redirect }: { method: string; redirect: string },
  ): Promise<Response> => {
    const accepted = await sessions.accept(session, clientOf(c))
    return accepted.kind === 'account'
      ? takeOver(c, accepted, redirect, loginNews(accepted, method))
      : notSignedIn(c, session.token, 'nobody', redirect)
  }

  return { get, post, failed, takeNew }
}

export type Authenticate = ReturnType<typeof createAuthenticate>

/** What names the account that a session is of; null where nothing was proved. */
const contactOf = (found: KnownSession | VouchedSession): string | null => ('said' in found ? found.said.contact : null)

const isByForm = (c: HttpContext): boolean => isFormPost(c) && wantsPage(c)

/** What a page script is told of its reader. Their address is theirs to see. */
const accountJson = ({ account: { id, name, email, roles } }: KnownSession) => ({ user_id: id, name, email, roles })

/** Cookies are short: what a name is longer than others is not reported. */
const longestName = 200

const loginNews = ({ account: { name, email }, said }: VouchedSession, method: string): LoginNews => ({
  method,
  isSignup: said.isSignup,
  name: (name || (email ?? '')).slice(0, longestName),
  email,
})
