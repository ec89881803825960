import type { AccountPart } from '../users/index.ts'
import { withdrawAllOfUser } from './secrets-of.ts'

/** Secrets that work once as a part of the account. */
export const singleUsePart: AccountPart = {
  userField: null,
  isWayIn: null,
  makesAccount: null,
  wipeUnproved: (tx, { projectId, userId, now }) => withdrawAllOfUser(tx, projectId, userId, {}, now),
  deleteUser: async (tx, projectId, userId) => {
    await tx
      .deleteFrom('single_use_secrets')
      .where('project_id', '=', projectId)
      .where('user_id', '=', userId)
      .execute()
  },
}
