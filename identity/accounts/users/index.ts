export { type AccountPart, accountName, createUsers, type Users, type Wiping } from './create-users.ts'
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
export { type UserJson, type UserRef, userField } from './read-user.ts'
export {
  clearOwnTexts,
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
