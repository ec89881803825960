import type { AccountPart } from '../accounts/users/index.ts'
import { removeAdministrator, roleOf } from './store.ts'

/** The role of an administrator as a part of their account: it goes with the account, and one who was invited is kept until they come. */
export const administratorPart: AccountPart = {
  userField: null,
  isWayIn: null,
  makesAccount: async (db, projectId, userId) => (await roleOf(db, projectId, userId)) !== null,
  wipeUnproved: null,
  deleteUser: removeAdministrator,
}
