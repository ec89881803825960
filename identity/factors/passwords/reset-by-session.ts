import type { endpoints } from '@corroborate/wire/endpoints.schema'
import type { User } from '@corroborate/wire/types'
import { extendSession, holdSession, type LiveSession } from '../../accounts/sessions/index.ts'
import { requireRecentFactor, stepUpOf } from '../../accounts/step-up/index.ts'
import { refuse } from '../../platform/refusal/index.ts'
import type { Core } from '../../sdk/core/index.ts'
import type { Call } from '../../sdk/http/index.ts'
import { changePassword } from './change-password.ts'
import { requireHeldUser } from './require-held-user.ts'
import type { Tools } from './tools.ts'

/**
 * Sets a new password for a signed-in user. This proves nothing about the user's identity: the session is extended if requested, but gains
 * no factor.
 */
export const resetBySession = async (
  core: Core,
  { hasher, judge }: Pick<Tools, 'hasher' | 'judge'>,
  call: Call<typeof endpoints.passwords.resetBySession>,
) => {
  const { db, guard, sessions, users } = core
  const { project, session, sessionToken, body, request } = call
  const { now } = request
  await guard.address('tryPerAddress', request)
  const requireFresh = (user: User, own: LiveSession): void => {
    if (stepUpOf({ project, session: own, user, now }) === 'stale') refuse('session_too_old_to_reset_password')
    requireRecentFactor({ project, session: own, user, now })
  }
  const user = await sessions.userOf(project, session.userId, now)
  requireFresh(user, session)
  await judge.requireStrong(body.password, { project, email: user.emails[0]?.email })
  const hash = await hasher.hash(body.password)

  const kept = await holdSession(db, call, async held => {
    // Once more: an app may have been added while the password was being hashed.
    requireFresh(await requireHeldUser(users, held), held.session)
    const minutes = body.session_duration_minutes
    const extended =
      minutes === undefined ? held.session : await extendSession(held.tx, project, held.session, minutes, now)
    if (extended === null) refuse('session_not_found')
    await changePassword(core, held, { hash, by: 'session' })
    return extended
  })
  const { __user: _, ...answered } = await sessions.signedIn(project, { session: kept, token: sessionToken }, now)
  return answered
}
