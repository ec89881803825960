import type { User } from '@corroborate/wire/types'
import type { HeldSession } from '../../accounts/sessions/index.ts'
import { requireUserWithRecentFactor } from '../../accounts/step-up/index.ts'
import type { Users } from '../../accounts/users/index.ts'
import { refuse } from '../../platform/refusal/index.ts'

/** Maximum number of passkeys per account. Enough for every device, and a limit on storage. */
const mostOfUser = 50

/**
 * The user of a session that may add a passkey.
 * @param at when the change began, in epoch milliseconds
 * @throws Refusal those of `requireUserWithRecentFactor`; `bad_request` when the account has as many as it may have
 */
export const requireMayAdd = async (users: Pick<Users, 'read'>, held: HeldSession, at: number): Promise<User> => {
  const user = await requireUserWithRecentFactor(users, held.tx, held, at)
  if (user.webauthn_registrations.length >= mostOfUser) {
    refuse('bad_request', { message: `An account can have ${mostOfUser} passkeys at most. Please delete one first.` })
  }
  return user
}
