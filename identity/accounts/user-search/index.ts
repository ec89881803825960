export { findUsers, type ListedUser, listedUsers, type UserPage } from './find-users.ts'
