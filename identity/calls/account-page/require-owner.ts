import type { HeldSession } from '../../accounts/sessions/index.ts'
import { requireRecentFactor } from '../../accounts/step-up/require-recent-factor.ts'
import { refuse } from '../../platform/refusal/refusal.ts'
import type { Core } from '../../sdk/core/index.ts'

/** Changes that only the owner may make ask for a recent proof, as those of factors do (ASVS 5.0 §7.5.1, §7.5.2). */
export const createRequireOwner =
  ({ users }: Pick<Core, 'users'>) =>
  async ({ tx, project, session, userId, request: { now } }: HeldSession): Promise<void> => {
    const user = (await users.read(tx, project.id, userId, now)) ?? refuse('session_not_found')
    requireRecentFactor({ project, session, user, now })
  }
