import { readLanding } from '@corroborate/wire/landing'
import { actingParams, paths, sameOriginPath } from '../../../kit/doi/index.ts'
import type { Arrival } from './arrival.ts'

/** Action requested by the query of a page. */
export type QueryWish =
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
export const wishOf = (url: URL, arrival: Arrival): QueryWish => {
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

const go = (path: string, query: Record<string, string>): QueryWish => ({
  kind: 'go',
  to: `${path}${path.includes('?') ? '&' : '?'}${new URLSearchParams(query)}`,
})
