export { countUsersWithRole, deleteUser, findUserId, listUserIds } from './directory.ts'
export { findPassword, type PasswordScheme, replaceHash, type StoredPassword, setPassword } from './passwords.ts'
export { readUser, readUserRow, type UserRow } from './read-user.ts'
export {
  claimEmail,
  claimPhoneNumber,
  createUser,
  type FoundEmail,
  type FoundPhoneNumber,
  findEmail,
  findOrCreateByEmail,
  findOrCreateByPhoneNumber,
  findPhoneNumber,
  lockUser,
  type NewUser,
  noteSignIn,
  touchUser,
  type UserChange,
  updateUser,
} from './store.ts'
export { type UserTables, userMigrations } from './tables.ts'
