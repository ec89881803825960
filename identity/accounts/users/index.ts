export type { AccountPart, UserField, Wiping } from './account-part.ts'
export { createUsers, type Users } from './create-users.ts'
export { countUsersWithRole, findUserId, hasExternalId, listUserIds } from './directory.ts'
export { readUserRow } from './read-user.ts'
export {
  clearOwnWords,
  createUser,
  lockUser,
  lockUsers,
  type NewUser,
  noteSignIn,
  removeUserRow,
  touchUser,
  type UserChange,
  updateUser,
} from './store.ts'
export { type UserTables, userMigrations } from './tables.ts'
