import type { endpoints } from '@corroborate/wire/endpoints.schema'
import type { User } from '@corroborate/wire/types'
import { hasSecondFactor } from '../../accounts/second-factor/index.ts'
import type { Held, LiveSession } from '../../accounts/sessions/index.ts'
import { requireRecentFactor } from '../../accounts/step-up/index.ts'
import { refuse } from '../../platform/refusal/index.ts'
import type { Core } from '../../sdk/core/index.ts'
import type { Call } from '../../sdk/http/index.ts'
import { changePassword } from './change-password.ts'
import { requireHeldUser } from './require-held-user.ts'
import { requirePassword, requireUnchanged } from './require-password.ts'
import { knowledge, type Tools } from './tools.ts'

/** Sets a new password with the old one, and signs its owner in. */
export const resetByExistingPassword = async (
  core: Core,
  tools: Tools,
  call: Call<typeof endpoints.passwords.resetByExistingPassword>,
) => {
  const { judge, hasher } = tools
  const { project, session, body, request } = call
  const { userId, password } = await requirePassword(core, tools, call, body.existing_password)
  // A user with an authenticator app must use it here too: the password alone must not suffice to lock out the owner.
  const requireSecondFactor = (user: User, own: LiveSession | null): void => {
    if (!hasSecondFactor(user)) return
    if (own === null) refuse('insufficient_factors')
    requireRecentFactor({ project, session: own, user, now: request.now })
  }
  const own = session?.userId === userId ? session : null
  requireSecondFactor(await core.sessions.userOf(project, userId, request.now), own)
  await judge.requireStrong(body.new_password, { project, email: body.email })
  const hash = await hasher.hash(body.new_password)
  const prove = async (held: Held) => {
    await requireUnchanged(held, password.hash)
    // Once more: an app may have been added while the password was being hashed.
    requireSecondFactor(await requireHeldUser(core.users, held), held.session)
    await changePassword(core, held, { hash, by: 'existing_password' })
    return knowledge
  }
  return core.signIn(call, { whose: userId, durationMinutes: body.session_duration_minutes, prove })
}
