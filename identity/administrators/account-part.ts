import type { AccountPart } from '../accounts/users/index.ts'
import { removeAdministrator, roleOf } from './store.ts'

/** Administrator role as an account part. It is deleted with the account, and an invited administrator is not purged before they accept. */
export const administratorPart: AccountPart = {
  userField: null,
  isWayIn: null,
  makesAccount: async (db, projectId, userId) => (await roleOf(db, projectId, userId)) !== null,
  wipeUnproved: null,
  deleteUser: removeAdministrator,
}
