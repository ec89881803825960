import type { User } from '@corroborate/wire/types'
import type { Held } from '../../accounts/sessions/index.ts'
import type { Users } from '../../accounts/users/index.ts'
import { refuse } from '../../platform/refusal/index.ts'

/** The user who is held, as they are now. @throws Refusal `session_not_found` when they were deleted */
export const requireHeldUser = async (
  users: Pick<Users, 'read'>,
  { tx, project, userId, request }: Pick<Held, 'tx' | 'project' | 'userId' | 'request'>,
): Promise<User> => (await users.read(tx, project.id, userId, request.now)) ?? refuse('session_not_found')
