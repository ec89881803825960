import type { LiveSession } from '../../accounts/sessions/index.ts'

type Given = {
  session: Pick<LiveSession, 'factors'>
  /** When the request was first shown, and when the person was first told to log in for it (epoch ms). */
  shownAt: number
  toldAt: number | null
}

/**
 * Whether somebody has logged in for a request that wants that (`prompt=login`: `maxAge` 0) or that their log-in be so many
 * seconds old at most (OpenID Connect Core, section 3.1.2.1). For `prompt=login` a factor that was proved before the person was
 * told to log in proves nothing, however new it is.
 */
export const isFresh = ({ session, shownAt, toldAt }: Given, maxAge: number): boolean => {
  const proved = Math.max(0, ...session.factors.map(({ last_authenticated_at: at }) => Date.parse(at)))
  if (toldAt !== null && proved >= toldAt) return true
  return maxAge > 0 && proved >= shownAt - maxAge * 1_000
}
