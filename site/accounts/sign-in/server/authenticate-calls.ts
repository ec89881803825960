import { type HttpContext, HttpProblem, readBody, wantsPage } from '@corroborate/server-kit/http'
import { type ErrorType, errorTypes } from '@corroborate/wire/errors'
import { readLanding } from '@corroborate/wire/landing'
import { z } from 'zod'
import { actingParams, paths, sameOriginPath } from '../../../kit/doi/index.ts'
import type { MailedLink } from '../pages/models.ts'
import { authenticatePage } from '../pages/pages.ts'
import { type Arrival, arrivalOf } from './arrival.ts'
import { arrivalHeaders, isByForm, isSentByUs, keepSecret, onlyOne, wasServedForm } from './asked.ts'
import { createHandedSessionCalls } from './handed-session-calls.ts'
import { createMailedLinkCalls, type MailedLinkOptions } from './mailed-link-calls.ts'
import type { Sessions } from './sessions.ts'
import type { SignInAnswers } from './sign-in-answers.ts'

/** Parsed query of `GET /authenticate`. */
export type AuthenticateQuery =
  /** A magic link. */
  | { kind: 'link'; type: MailedLink['type']; token: string }
  /** Return from a social provider with a token for the page's script. */
  | { kind: 'social'; token: string }
  /** An emailed link for another purpose. */
  | { kind: 'unknown' }
  /** Return from a social provider without a token. `error` is an error type of the contract. */
  | { kind: 'refused'; error: string }
  | { kind: 'session'; token: string }
  | { kind: 'nothing' }

export const readAuthenticateQuery = (query: URLSearchParams): AuthenticateQuery => {
  const landing = readLanding(query)
  if (landing !== null) {
    const { type, token } = landing
    if (type === 'oauth') return { kind: 'social', token }
    return type === 'reset_password' ? { kind: 'unknown' } : { kind: 'link', type, token }
  }
  if (query.has('session_token')) return { kind: 'session', token: onlyOne(query, 'session_token') ?? '' }
  return query.has('error') ? { kind: 'refused', error: onlyOne(query, 'error') ?? '' } : { kind: 'nothing' }
}

/** Action requested by the query of a page. */
export type QueryPendingAction =
  | { kind: 'nothing' }
  /** The URL contains a secret: the response is not cached and sends no referrer. */
  | { kind: 'secret' }
  /** A page of ours wants the session to end; then to its own address without the wish. */
  | { kind: 'end'; to: string }
  /** Another address of ours answers this. */
  | { kind: 'go'; to: string }

/** Query parameters that hold something to keep from others (SPEC §2, "Query parameters on any page"). */
const secretParams = ['session_token', 'reset_password_token', 'token'] as const

/**
 * Parses the query's action. Magic links may point to any of our pages, as may pages that hand over a session. Magic links and sessions are
 * handled at `/authenticate`; a reset opens its form on the page; and a logout from outside our pages needs confirmation.
 */
export const pendingActionOf = (url: URL, arrival: Arrival): QueryPendingAction => {
  const query = url.searchParams
  const isSecret = secretParams.some(name => query.has(name))
  if (!isSecret && !query.has('clear_session')) return { kind: 'nothing' }
  const landing = readLanding(query)
  if (landing?.type === 'reset_password') {
    // A dedicated page explains the link, even without JavaScript; any other page opens the widget's form.
    const page = sameOriginPath(url.pathname, url.origin) === null ? paths.resetPassword : backFrom(url)
    return go(page, { action: 'reset_password', reset_password_token: landing.token })
  }
  if (url.pathname === paths.authenticate) return { kind: 'secret' }
  const redirect_url = backFrom(url)
  if (landing !== null) {
    return go(paths.authenticate, { stytch_token_type: landing.type, token: landing.token, redirect_url })
  }
  const tokens = query.getAll('session_token')
  // Given twice, neither is trusted.
  if (tokens.length > 0)
    return go(paths.authenticate, { session_token: tokens.length === 1 ? (tokens[0] ?? '') : '', redirect_url })
  if (isSecret) return { kind: 'secret' }
  if (arrival === 'ahead') return { kind: 'nothing' }
  return arrival === 'own' ? { kind: 'end', to: redirect_url } : { kind: 'go', to: paths.askLogout(redirect_url) }
}

/** Returns the page's URL without the action. */
const backFrom = (url: URL): string => {
  const back = new URL(url)
  for (const name of actingParams) back.searchParams.delete(name)
  return sameOriginPath(back.pathname + back.search, back.origin) ?? '/'
}

const go = (path: string, query: Record<string, string>): QueryPendingAction => ({
  kind: 'go',
  to: `${path}${path.includes('?') ? '&' : '?'}${new URLSearchParams(query)}`,
})

/** Reasons why a social sign-in ends without a token, by the provider's `error`. */
const endings = [
  'oauth_access_denied',
  'oauth_provider_refused',
  'oauth_provider_unavailable',
  'oauth_state_mismatch',
  'oauth_state_used',
  'oauth_config_not_found',
  'duplicate_oauth_registration',
  'id_token_invalid',
  'id_token_incorrect_audience',
  'id_token_nonce_invalid',
  'id_token_expired',
] as const satisfies readonly ErrorType[]

/** Accounts are never merged: a user with two deletes one, after verifying that both are theirs. */
const taken =
  'That login is already linked to another Corroborate account. If both are yours, log in with it, delete that account, then link it here.'

/**
 * Returns the message for a callback's `error`. It is always the type's own and never `error_description`, which crafted links could set to
 * any text in our name.
 */
export const socialError = (error: string): string => {
  const known = endings.find(type => type === error)
  if (known === 'duplicate_oauth_registration') return taken
  return known === undefined ? 'Login with the external account failed.' : errorTypes[known].message
}

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
        const message = socialError(brought.error)
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
    const isOurs = !isByForm(c) || isSentByUs(c) || wasServedForm(c, secure, given.asked)
    if ('session_token' in given) return handed.send(c, given.session_token, given.redirect_url ?? null, isOurs)
    const { stytch_token_type: type, token, redirect_url } = given
    // A form from an unknown sender gets the confirmation page.
    return isOurs
      ? links.spend(c, token, redirect_url)
      : links.open(c, { type, token, redirect: sameOriginPath(redirect_url, origin) })
  }

  return { get, post }
}
