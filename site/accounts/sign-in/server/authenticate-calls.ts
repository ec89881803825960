import { type HttpContext, HttpProblem, readBody, wantsPage } from '@corroborate/server-kit/http'
import { z } from 'zod'
import { paths, sameOriginPath } from '../../../kit/doi/index.ts'
import { authenticatePage } from '../pages/index.ts'
import { arrivalOf } from './arrival.ts'
import { isSentByUs, wasAsked } from './asked.ts'
import { readAuthenticateQuery } from './authenticate-query.ts'
import { createHandedSessionCalls } from './handed-session-calls.ts'
import { createMailedLinkCalls, type MailedLinkOptions } from './mailed-link-calls.ts'
import { arrivalHeaders, isByForm, keepSecret, onlyOne } from './request.ts'
import type { Sessions } from './sessions.ts'
import type { SignInAnswers } from './sign-in-answers.ts'
import { socialRefusal } from './social-refusal.ts'

export type AuthenticateOptions = MailedLinkOptions & { sessions: Sessions }

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
 * `/authenticate` (SPEC §7): takes over a session, spends a magic link, and handles returns from a social provider, which the page's script
 * completes.
 */
export const createAuthenticateCalls = (options: AuthenticateOptions, answers: SignInAnswers) => {
  const { origin, browser, pages } = options
  const { pathOr, failed } = answers
  const secure = origin.startsWith('https:')
  const links = createMailedLinkCalls(options, answers)
  const handed = createHandedSessionCalls(options, answers)

  const get = async (c: HttpContext): Promise<Response> => {
    keepSecret(c)
    if (arrivalOf(arrivalHeaders(c)) === 'ahead') return c.body(null, 503)
    const query = new URL(c.req.url).searchParams
    const given = onlyOne(query, 'redirect_url')
    const brought = readAuthenticateQuery(query)
    const redirect = sameOriginPath(given, origin)
    switch (brought.kind) {
      case 'link':
        return links.open(c, { type: brought.type, token: brought.token, redirect })
      case 'social':
        return pages.show(c, authenticatePage, { kind: 'social', token: brought.token, redirect }, 200)
      case 'unknown':
        return failed(c, 'unknown', '/')
      case 'refused': {
        const message = socialRefusal(brought.error)
        return pages.show(c, authenticatePage, { kind: 'refused', message, redirect: redirect ?? '/' }, 400)
      }
      case 'session':
        return handed.open(c, brought.token, given)
      case 'nothing':
        return withoutToken(c, pathOr(given, '/'))
    }
  }

  const withoutToken = (c: HttpContext, redirect: string): Response => {
    if (!wantsPage(c)) throw new HttpProblem(400, 'Missing session_token.')
    return c.redirect(browser.of(c).kind === 'account' ? redirect : paths.login(redirect), 303)
  }

  /** Handles the buttons of the pages from `get`, and the script of a page after a sign-in. */
  const post = async (c: HttpContext): Promise<Response> => {
    keepSecret(c)
    const given = await readBody(c, body)
    const isOurs = !isByForm(c) || isSentByUs(c) || wasAsked(c, secure, given.asked)
    if ('session_token' in given) return handed.send(c, given.session_token, given.redirect_url ?? null, isOurs)
    const { stytch_token_type: type, token, redirect_url } = given
    // A form from an unknown sender gets the confirmation page.
    return isOurs
      ? links.spend(c, token, redirect_url)
      : links.open(c, { type, token, redirect: sameOriginPath(redirect_url, origin) })
  }

  return { get, post }
}
