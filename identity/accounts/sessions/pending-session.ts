import type { User } from '@corroborate/wire/types'
import type { Project } from '../../projects/index.ts'
import { secondFactorState } from '../second-factor/index.ts'
import type { LiveSession } from './live-session.ts'

/** Lifetime after the newest factor of a session that lacks its second factor, in projects that limit such sessions. In ms. */
const pendingLife = 10 * 60_000

/** True if the session lacks the second factor of its user, and its project lets such a session finish the sign-in and nothing else. */
export const isLimited = ({ sessions }: Pick<Project, 'sessions'>, session: LiveSession, user: User): boolean =>
  sessions.limitPending &&
  secondFactorState({ user, factors: session.factors, isRemembered: session.rememberedDevice !== null }) === 'owed'

/** Returns a session's expiry in epoch milliseconds. A limited session expires soon after its newest factor. */
export const endOfSession = (project: Pick<Project, 'sessions'>, session: LiveSession, user: User): number => {
  if (!isLimited(project, session, user)) return session.expiresAt
  const newest = Math.max(...session.factors.map(factor => Date.parse(factor.last_authenticated_at)))
  return Math.min(session.expiresAt, newest + pendingLife)
}
