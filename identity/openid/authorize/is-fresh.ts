import type { LiveSession } from '../../accounts/sessions/index.ts'

/** Somebody who was not signed in at all when a request came has just logged in for it: so long ago at most, in ms. */
const justNow = 60_000

type Given = {
  session: Pick<LiveSession, 'startedAt' | 'factors'>
  /** When the request was first shown, and when the person was first told to log in again for it (epoch ms). */
  shownAt: number
  toldAt: number | null
}

/**
 * Whether somebody has logged in for a request that wants that (`prompt=login`: `maxAge` 0) or that their log-in be so many
 * seconds old at most (OpenID Connect Core, section 3.1.2.1). A factor that was proved before the request came proves nothing
 * for it, however new it is, with one exception: that of a session which began with it just now. There was nobody signed in
 * before, and asking them twice in a row would tell no more.
 */
export const isFresh = ({ session, shownAt, toldAt }: Given, maxAge: number): boolean => {
  const proved = Math.max(0, ...session.factors.map(({ last_authenticated_at: at }) => Date.parse(at)))
  if (toldAt !== null && proved >= Math.floor(toldAt / 1_000) * 1_000) return true
  if (session.startedAt >= shownAt - justNow) return true
  return maxAge > 0 && proved >= shownAt - maxAge * 1_000
}
