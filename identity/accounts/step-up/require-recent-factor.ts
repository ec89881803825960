import type { ErrorType } from '@corroborate/wire/errors'
import type { User } from '@corroborate/wire/types'
import { refuse } from '../../platform/refusal/refusal.ts'
import type { Project } from '../../projects/index.ts'
import { hasSecondFactor, isSecondFactor } from '../second-factor/second-factor.ts'
import type { LiveSession } from '../sessions/index.ts'

type Asked = { project: Pick<Project, 'sessions'>; session: LiveSession; user: User; now: number }
export type StepUp = 'fresh' | 'stale' | 'second-factor-missing'

/**
 * Decides if a session may change the user's sign-in methods (ASVS 5.0 §7.5.1): a factor was proved recently, and a user with an
 * authenticator app has used it or a recovery code in this session. Impersonated sessions never get here (`sdk/http`).
 */
export const stepUpOf = ({ project, session, user, now }: Asked): StepUp => {
  const { factors } = session
  if (hasSecondFactor(user) && !factors.some(isSecondFactor)) return 'second-factor-missing'
  const newest = Math.max(...factors.map(factor => Date.parse(factor.last_authenticated_at)))
  return now - newest <= project.sessions.recentFactorMinutes * 60_000 ? 'fresh' : 'stale'
}

const refusals = {
  'second-factor-missing': 'insufficient_factors',
  stale: 'stale_factors',
} as const satisfies Record<Exclude<StepUp, 'fresh'>, ErrorType>

/** @throws Refusal when the session may not make a sensitive change. */
export const requireRecentFactor = (asked: Asked): void => {
  const outcome = stepUpOf(asked)
  if (outcome !== 'fresh') refuse(refusals[outcome])
}
