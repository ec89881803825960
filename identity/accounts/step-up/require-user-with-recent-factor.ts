import type { User } from '@corroborate/wire/types'
import type { Database, Tx } from '../../platform/database/index.ts'
import { refuse } from '../../platform/refusal/refusal.ts'
import type { Project } from '../../projects/index.ts'
import { secondFactorState } from '../second-factor/second-factor.ts'
import type { LiveSession } from '../sessions/index.ts'
import type { Users } from '../users/index.ts'
import { requireRecentFactor } from './require-recent-factor.ts'

/**
 * Rejects a session that still owes the second factor from endpoints that expose much of an account.
 * @throws Refusal `insufficient_factors`
 */
export const requireNothingOwed = ({ session, user }: { session: LiveSession; user: User }): void => {
  const { factors, rememberedDevice } = session
  const state = secondFactorState({ user, factors, isRemembered: rememberedDevice !== null })
  if (state === 'owed') refuse('insufficient_factors')
}

type Asked = { project: Project; session: LiveSession }

/**
 * The user of a session that may make a sensitive change.
 * @param at when the change began, in epoch milliseconds: the factor has to be recent then
 * @throws Refusal `session_not_found` when the user was deleted, and those of `requireRecentFactor`
 */
export const requireUserWithRecentFactor = async (
  users: Pick<Users, 'read'>,
  db: Database | Tx,
  { project, session }: Asked,
  at: number,
): Promise<User> => {
  const user = await users.read(db, project.id, session.userId, at)
  if (user === null) refuse('session_not_found')
  requireRecentFactor({ project, session, user, now: at })
  return user
}
