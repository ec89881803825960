import type { User } from '@corroborate/wire/types'
import { refuse } from '../../platform/refusal/index.ts'
import type { Users } from '../users/index.ts'

/**
 * Lets a user lose something only if they can still get in without it. A way in is a proved address or number, or a
 * password together with any address; every factor says so for itself, and a second factor is none.
 * @param without the user as they would be
 * @throws Refusal `cannot_delete_last_primary_factor`
 */
export const requireOtherWayIn = ({ hasWayIn }: Pick<Users, 'hasWayIn'>, without: User): void => {
  if (!hasWayIn(without)) refuse('cannot_delete_last_primary_factor')
}
