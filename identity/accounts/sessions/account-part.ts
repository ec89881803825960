import type { AccountPart } from '../users/index.ts'
import { revokeSessions } from './store.ts'

/** Sessions as a part of the account. */
export const sessionPart: AccountPart = {
  userField: null,
  isWayIn: null,
  makesAccount: null,
  wipeUnproved: async (tx, { projectId, userId, now }) => {
    await revokeSessions(tx, projectId, { userId }, now)
  },
  deleteUser: async (tx, projectId, userId) => {
    await tx.deleteFrom('sessions').where('project_id', '=', projectId).where('user_id', '=', userId).execute()
  },
}
