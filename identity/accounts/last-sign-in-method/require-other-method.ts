import type { User } from '@corroborate/wire/types'
import { refuse } from '../../platform/refusal/refusal.ts'
import type { Users } from '../users/index.ts'

/**
 * Rejects a removal that would leave a user without a sign-in method. A sign-in method is a verified address or number, or a password
 * together with any address; each factor declares its own, and a second factor doesn't count.
 * @param without the user after the removal
 * @throws Refusal `cannot_delete_last_primary_factor`
 */
export const requireOtherSignInMethod = ({ hasWayIn }: Pick<Users, 'hasWayIn'>, without: User): void => {
  if (!hasWayIn(without)) refuse('cannot_delete_last_primary_factor')
}
