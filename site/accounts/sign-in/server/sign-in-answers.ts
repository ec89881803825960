import { type HttpContext, wantsPage } from '@corroborate/server-kit/http'
import { sameOriginPath } from '../../../kit/doi/index.ts'
import type { Pages } from '../../../kit/http/index.ts'
import type { MailedLink } from '../pages/models.ts'
import { authenticatePage } from '../pages/pages.ts'
import type { LoginNews } from '../session-news.ts'
import { asking, failures, unavailable } from './asked.ts'
import { type BrowserSession, clientOf } from './browser-session.ts'
import type { ProvedSession } from './provider/index.ts'
import type { Asked, KnownSession, OwedSession, Sessions, VouchedSession } from './sessions.ts'

/** Why the code that was sent is none. */
type Problem = { sentence: string; status: number }

/** Prompts for the authenticator code with a plain form. */
const createAskForCode =
  ({ secure, pages }: { secure: boolean; pages: Pick<Pages, 'show'> }) =>
  (c: HttpContext, { token, contact }: OwedSession, redirect: string, problem: Problem | null = null): Response => {
    const model = {
      kind: 'second-factor',
      account: contact ?? '',
      sessionToken: token,
      redirect,
      problem: problem?.sentence ?? null,
      asked: asking(c, secure),
    } as const
    return pages.show(c, authenticatePage, model, problem?.status ?? 200)
  }

/** Response to a script for such a session; `signedIn`: true if the browser has another valid one. */
const owedJson = (signedIn: boolean) => ({
  error: 'Second factor required: enter the code from your authenticator app.',
  second_factor: 'owed',
  signed_in: signedIn,
})

/** The proved address or number of a session's account. Null when nothing was proved, or the provider did not say. */
export const contactOf = (found: KnownSession | VouchedSession): string | null =>
  'said' in found ? found.said.contact : null

/** Formats the reader's account for page scripts, including their own address. */
export const accountJson = ({ account: { id, name, email, roles } }: KnownSession) => ({
  user_id: id,
  name,
  email,
  roles,
})

/** Cookies are short, so a longer name is cut. */
const longestName = 200

/** Formats a login for the next page's script. */
export const loginNews = ({ account: { name, email }, said }: VouchedSession, method: string): LoginNews => ({
  method,
  isSignup: said.isSignup,
  name: (name || (email ?? '')).slice(0, longestName),
  email,
})

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
