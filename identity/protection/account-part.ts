import type { AccountPart } from '../accounts/users/index.ts'

/** Counted wrong codes as a part of the account. */
export const failurePart: AccountPart = {
  userField: null,
  isWayIn: null,
  makesAccount: null,
  wipeUnproved: null,
  deleteUser: async (tx, projectId, userId) => {
    await tx.deleteFrom('account_failures').where('project_id', '=', projectId).where('user_id', '=', userId).execute()
  },
}
