import { readLanding, withoutLanding } from '@corroborate/wire/landing'
import { sameOriginPath } from '../../doi/index.ts'
import { secretParams } from '../../http/index.ts'

/** What a page of ours was asked to do by its query. */
export type QueryWish =
  | { kind: 'nothing' }
  /** It holds a secret: the answer is kept nowhere, and no referrer tells of it. */
  | { kind: 'secret' }
  /** Another address of ours answers this. */
  | { kind: 'go'; to: string }

/**
 * Links of mails may lead to any page of ours, and so may pages that hand over a session. A mailed link is spent at
 * `/authenticate`, a reset opens its form on the page, and a session that somebody else's page brings is asked about first.
 */
export const wishOf = (url: URL, isForeign: boolean): QueryWish => {
  const query = url.searchParams
  if (!secretParams.some(name => query.has(name))) return { kind: 'nothing' }
  const landing = readLanding(query)
  if (landing?.type === 'reset_password') {
    const back = new URL(withoutLanding(url.href))
    back.searchParams.set('action', 'reset_password')
    back.searchParams.set('reset_password_token', landing.token)
    return { kind: 'go', to: sameOriginPath(back.pathname + back.search, back.origin) ?? `/${back.search}` }
  }
  if (url.pathname === '/authenticate') return { kind: 'secret' }
  if (landing !== null) {
    const { pathname, search } = new URL(withoutLanding(url.href))
    return go({ stytch_token_type: landing.type, token: landing.token, redirect_url: pathname + search })
  }
  const token = query.get('session_token')
  if (token !== null && isForeign) {
    for (const name of ['session_token', 'user_id', 'auth_success']) query.delete(name)
    return go({ session_token: token, redirect_url: url.pathname + url.search })
  }
  return { kind: 'secret' }
}

const go = (query: Record<string, string>): QueryWish => ({
  kind: 'go',
  to: `/authenticate?${new URLSearchParams(query)}`,
})
