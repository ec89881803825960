export { accountName } from './account-name.ts'
export type { AccountPart, Wiping } from './account-part.ts'
export { createUsers, type Users } from './create-users.ts'
export {
  findUserId,
  hasExternalId,
  listUserIds,
  listUserIdsWithRole,
  listUsersByAge,
  type NamedUser,
  type PlaceByAge,
  readUserRows,
  searchNames,
  type UserRow,
} from './directory.ts'
export type { UserJson } from './read-user.ts'
export {
  clearOwnWords,
  createUser,
  isActive,
  lockUser,
  lockUsers,
  type NewUser,
  noteSignIn,
  removeUserRow,
  touchUser,
  type UserChange,
  updateUser,
  userExists,
} from './store.ts'
export { type UserTables, userMigrations } from './tables.ts'
export { type UserRef, userField } from './user-field.ts'
