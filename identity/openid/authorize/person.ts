import type { User } from '@corroborate/wire/types'
import { hasSecondFactor, isSecondFactor } from '../../accounts/second-factor/index.ts'
import type { LiveSession } from '../../accounts/sessions/index.ts'
import { refuse } from '../../platform/refusal/index.ts'
import type { Project } from '../../projects/index.ts'
import type { Core } from '../../sdk/core/index.ts'
import type { Person } from './look.ts'

/**
 * Loads the deciding user. A user with an authenticator app must have used it, because applications cannot tell that the second factor is
 * missing.
 * @throws Refusal `insufficient_factors`
 */
export const personOf = async (
  { sessions }: Core,
  project: Project,
  session: LiveSession | null,
  now: number,
): Promise<Person> => {
  if (session === null) return null
  const user: User = await sessions.userOf(project, session.userId, now)
  if (hasSecondFactor(user) && !session.factors.some(isSecondFactor)) refuse('insufficient_factors')
  return { session, user }
}
