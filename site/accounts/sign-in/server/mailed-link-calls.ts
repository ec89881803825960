import { cookieNamed, type HttpContext, HttpProblem, wantsPage } from '@corroborate/server-kit/http'
import type { Limits } from '@corroborate/server-kit/limits'
import { deleteCookie } from 'hono/cookie'
import type { Pages } from '../../../kit/http/index.ts'
import type { MailedLink } from '../pages/models.ts'
import { authenticatePage } from '../pages/pages.ts'
import { plainText } from '../plain-text.ts'
import { asking, isByForm, unavailable } from './asked.ts'
import { type BrowserSession, clientOf } from './browser-session.ts'
import { loginNoteName, noteOfLink } from './login-note.ts'
import type { IdentityProvider, LookAnswer } from './provider/index.ts'
import type { Sessions } from './sessions.ts'
import { accountJson, loginNews, type SignInAnswers } from './sign-in-answers.ts'

export type MailedLinkOptions = {
  /** The site's own. */
  origin: string
  browser: BrowserSession
  sessions: Pick<Sessions, 'accept'>
  provider: Pick<IdentityProvider, 'lookAtLink' | 'spendLink'>
  limits: Pick<Limits<'signIn' | 'linkLook'>, 'require'>
  pages: Pick<Pages, 'show'>
}

/** `/authenticate` with a magic link. */
export const createMailedLinkCalls = (
  { origin, browser, sessions, provider, limits, pages }: MailedLinkOptions,
  { pathOr, failed, notSignedIn, takeOver, nameOfOwn }: SignInAnswers,
) => {
  const secure = origin.startsWith('https:')
  const noteName = loginNoteName(secure)

  /** Returns the note of a browser that requested this exact link with the no-JavaScript form. */
  const noteOf = (c: HttpContext, token: string) => noteOfLink(cookieNamed(c.req.header('Cookie'), noteName), token)

  /** Opening a link spends nothing: the page shows its account, and the button spends it. */
  const open = async (c: HttpContext, link: MailedLink): Promise<Response> => {
    const client = clientOf(c)
    await limits.require('linkLook', { address: client.address })
    const found = await provider.lookAtLink(link.token, client)
    if (found.kind !== 'found') return notFound(c, link, found)
    const own = browser.of(c)
    const isOwnAccount = own.kind === 'account' && own.account.id === found.userId
    const replaces = isOwnAccount ? null : await nameOfOwn(c)
    const isAsked = noteOf(c, link.token) !== null
    const account = plainText(found.email)
    const model = { kind: 'link', ...link, account, replaces, isAsked, asked: asking(c, secure) } as const
    return pages.show(c, authenticatePage, model, 200)
  }

  const notFound = (c: HttpContext, link: MailedLink, answer: Exclude<LookAnswer, { kind: 'found' }>): Response =>
    answer.kind === 'refused' && answer.errorType === 'unable_to_auth_magic_link'
      ? failed(c, 'used', link.redirect ?? '/', { message: answer.message })
      : failed(c, 'unavailable', link.redirect ?? '/', { again: link })

  const spend = async (c: HttpContext, token: string, given: string | undefined): Promise<Response> => {
    await limits.require('signIn', { address: clientOf(c).address })
    const note = noteOf(c, token)
    const redirect = pathOr(given, pathOr(note?.redirect, '/'))
    // A verifier is sent with the link that it was made for, and with no other.
    const answer = await provider.spendLink({ token, verifier: note?.verifier ?? null }, clientOf(c))
    if (answer.kind !== 'found') {
      if (!wantsPage(c)) throw answer.kind === 'unavailable' ? unavailable() : new HttpProblem(401, answer.message)
      return answer.kind === 'unavailable'
        ? failed(c, 'unavailable', redirect)
        : failed(c, 'used', redirect, { message: answer.message })
    }
    const accepted = await sessions.accept(answer.session, clientOf(c))
    if (accepted.kind !== 'account') return notSignedIn(c, answer.session.token, accepted, redirect)
    if (note !== null) deleteCookie(c, noteName, { path: '/', secure })
    if (isByForm(c)) return takeOver(c, accepted, redirect, loginNews(accepted, 'magic_link'))
    await browser.begin(c, accepted)
    return c.json(accountJson(accepted))
  }

  return { open, spend }
}
