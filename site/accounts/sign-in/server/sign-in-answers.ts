import { type HttpContext, wantsPage } from '@corroborate/server-kit/http'
import { sameOriginPath } from '../../../kit/doi/index.ts'
import type { Pages } from '../../../kit/http/index.ts'
import { authenticatePage, type MailedLink } from '../pages/index.ts'
import type { LoginNews } from '../session-news.ts'
import { createAskForCode, owedJson } from './ask-for-code.ts'
import { asking } from './asked.ts'
import { type BrowserSession, clientOf } from './browser-session.ts'
import { loginNews } from './describe-session.ts'
import type { ProvedSession } from './provider/index.ts'
import type { Asked, KnownSession, Sessions } from './sessions.ts'
import { failures, unavailable } from './words.ts'

export type SignInAnswersOptions = {
  /** The site's own. */
  origin: string
  browser: BrowserSession
  sessions: Pick<Sessions, 'ask' | 'accept'>
  pages: Pick<Pages, 'show'>
}

/** The answers that several calls of signing in give. */
export const createSignInAnswers = ({ origin, browser, sessions, pages }: SignInAnswersOptions) => {
  const secure = origin.startsWith('https:')
  const askForCode = createAskForCode({ secure, pages })

  const pathOr = (given: string | null | undefined, fallback: string): string =>
    sameOriginPath(given, origin) ?? fallback

  /** Shows a failure. `again` is the link that may work in a minute. */
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

  const notSignedIn = (
    c: HttpContext,
    token: string,
    found: Exclude<Asked, { kind: 'account' }>,
    given: string | null,
  ): Response => {
    const { kind } = found
    if (kind !== 'unsure') browser.drop(c, token)
    if (kind === 'owed') {
      if (wantsPage(c)) return askForCode(c, found, pathOr(given, '/'))
      return c.json(owedJson(browser.isSignedIn(c)), 403)
    }
    if (wantsPage(c)) return failed(c, kind === 'unsure' ? 'unavailable' : 'ended', pathOr(given, '/'))
    if (kind === 'unsure') throw unavailable()
    // The header of the page depends on this: the browser may have another session that is still good.
    return c.json({ error: 'Your session has ended. Log in again.', signed_in: browser.isSignedIn(c) }, 401)
  }

  /** Signs a browser in without its script, which the next page informs, and redirects. */
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

  /** Accepts the session that the provider has just created for a form's sender. */
  const takeNew = async (
    c: HttpContext,
    session: ProvedSession,
    { method, redirect }: { method: string; redirect: string },
  ): Promise<Response> => {
    const accepted = await sessions.accept(session, clientOf(c))
    return accepted.kind === 'account'
      ? takeOver(c, accepted, redirect, loginNews(accepted, method))
      : notSignedIn(c, session.token, accepted, redirect)
  }

  /** Returns the name of the signed-in user, for their own display. Empty if unknown, null if signed out. */
  const nameOfOwn = async (c: HttpContext): Promise<string | null> => {
    const own = browser.of(c)
    if (own.kind !== 'account') return own.kind === 'unsure' ? '' : null
    const found = await sessions.ask(own.session.token, clientOf(c))
    return found.kind === 'account' ? (found.said.contact ?? '') : ''
  }

  /** Asks if the reader wants to sign in as `account`. */
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

  return { pathOr, failed, notSignedIn, takeOver, takeNew, nameOfOwn, askAbout, askForCode }
}

export type SignInAnswers = ReturnType<typeof createSignInAnswers>
