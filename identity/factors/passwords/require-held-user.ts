import type { User } from '@corroborate/wire/types'
import type { Held } from '../../accounts/sessions/index.ts'
import type { Users } from '../../accounts/users/index.ts'
import { refuse } from '../../platform/refusal/index.ts'

/** Returns the current state of the locked user. @throws Refusal `session_not_found` if they were deleted */
export const requireHeldUser = async (
  users: Pick<Users, 'read'>,
  { tx, project, userId, request }: Pick<Held, 'tx' | 'project' | 'userId' | 'request'>,
): Promise<User> => (await users.read(tx, project.id, userId, request.now)) ?? refuse('session_not_found')
