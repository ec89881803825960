import type { LiveSession } from '../../accounts/sessions/index.ts'

type Given = {
  session: Pick<LiveSession, 'factors'>
  /** Times of the first display of the request and of the first login prompt for it (epoch ms). */
  shownAt: number
  toldAt: number | null
}

/**
 * True if the login is recent enough for a request that requires a new login (`prompt=login`: `maxAge` 0) or a maximum login age in seconds
 * (OpenID Connect Core, section 3.1.2.1). For `prompt=login`, a factor proved before the login prompt doesn't count, however recent.
 */
export const isFresh = ({ session, shownAt, toldAt }: Given, maxAge: number): boolean => {
  const proved = Math.max(0, ...session.factors.map(({ last_authenticated_at: at }) => Date.parse(at)))
  if (toldAt !== null && proved >= toldAt) return true
  return maxAge > 0 && proved >= shownAt - maxAge * 1_000
}
