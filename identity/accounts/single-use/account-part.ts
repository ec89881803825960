import type { AccountPart } from '../users/index.ts'

/** Secrets that work once as a part of the account. */
export const singleUsePart: AccountPart = {
  userField: null,
  isWayIn: null,
  makesAccount: null,
  wipeUnproved: async (tx, { projectId, userId, now }) => {
    await tx
      .updateTable('single_use_secrets')
      .set({ used_at: now })
      .where('project_id', '=', projectId)
      .where('user_id', '=', userId)
      .where('used_at', 'is', null)
      .execute()
  },
  deleteUser: async (tx, projectId, userId) => {
    await tx
      .deleteFrom('single_use_secrets')
      .where('project_id', '=', projectId)
      .where('user_id', '=', userId)
      .execute()
  },
}
