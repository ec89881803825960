import { type HttpContext, HttpProblem, wantsPage } from '@corroborate/server-kit/http'
import { arrivalOf } from './arrival.ts'
import { arrivalHeaders, isByForm } from './asked.ts'
import { type BrowserSession, clientOf } from './browser-session.ts'
import { isSessionToken, type KnownSession, type Recognised, type Sessions } from './sessions.ts'
import { accountJson, contactOf, type SignInAnswers } from './sign-in-answers.ts'

type HandedSession = {
  /** The browser has this very session already. */
  isOwn: boolean
  /** The proved address or number behind it. */
  contact: string | null
  /** A page of ours handed it over, as reported by the browser. */
  isOurs: boolean
}

/**
 * Decides about a handed-over session. Only our own pages can hand one over without confirmation: an attacker's link could otherwise make
 * the reader act in the attacker's account (login CSRF).
 */
export const stepWith = ({ isOwn, contact, isOurs }: HandedSession): 'go on' | 'refuse' | 'take over' | 'ask' => {
  if (isOwn) return 'go on'
  if (contact === null) return 'refuse'
  return isOurs ? 'take over' : 'ask'
}

type HandedSessionOptions = { browser: BrowserSession; sessions: Pick<Sessions, 'ask'> }

/** `/authenticate` with a `session_token`. */
export const createHandedSessionCalls = (
  { browser, sessions }: HandedSessionOptions,
  { pathOr, failed, notSignedIn, takeOver, askAbout }: SignInAnswers,
) => {
  /** Identifies the session of a token. If the provider is unavailable, the browser's own cookie may suffice. */
  const find = async (c: HttpContext, token: string): Promise<Recognised> => {
    if (!isSessionToken(token)) return { kind: 'nobody' }
    const found = await sessions.ask(token, clientOf(c))
    const own = browser.of(c)
    return found.kind === 'unsure' && own.kind === 'account' && own.session.token === token ? own : found
  }

  const toPage = (
    c: HttpContext,
    found: KnownSession,
    { token, redirect, isOurs }: { token: string; redirect: string; isOurs: boolean },
  ): Response | Promise<Response> => {
    const own = browser.of(c)
    const isOwn = own.kind === 'account' && own.session.token === found.session.token
    const contact = contactOf(found)
    switch (stepWith({ isOwn, contact, isOurs })) {
      case 'go on':
        return c.redirect(redirect, 303)
      case 'refuse':
        return failed(c, 'unproved', redirect)
      case 'take over':
        return takeOver(c, found, redirect, null)
      case 'ask':
        return askAbout(c, contact ?? '', token, redirect)
    }
  }

  /** Handles a session in the URL. API clients get its user, browsers are redirected. */
  const open = async (c: HttpContext, token: string, given: string | null): Promise<Response> => {
    const found = await find(c, token)
    if (found.kind !== 'account') return notSignedIn(c, token, found, given)
    const arrival = arrivalOf(arrivalHeaders(c))
    const redirect = pathOr(given, '/')
    if (wantsPage(c)) return toPage(c, found, { token, redirect, isOurs: arrival === 'own' })
    if (arrival === 'foreign') throw new HttpProblem(403, 'Open this link directly to log in with it.')
    if (arrival === 'own') await browser.begin(c, found)
    return given === null ? c.json(accountJson(found)) : c.redirect(redirect, 303)
  }

  /** Handles a session posted by a form, or by a page's script after a sign-in. */
  const send = async (c: HttpContext, token: string, given: string | null, isOurs: boolean): Promise<Response> => {
    const found = await find(c, token)
    if (found.kind !== 'account') return notSignedIn(c, token, found, given)
    if (isByForm(c)) return toPage(c, found, { token, redirect: pathOr(given, '/'), isOurs })
    await browser.begin(c, found)
    return c.json(accountJson(found))
  }

  return { open, send }
}
