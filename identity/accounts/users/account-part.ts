import type { User } from '@corroborate/wire/types'
import type { Database, Tx } from '../../platform/database/index.ts'
import type { UserField } from './user-field.ts'

/** First verification of a mailbox. Everything not tied to the address `emailId` is removed. */
export type Wiping = { projectId: string; userId: string; emailId: string; now: number }

/** Hooks of a folder that stores user data. Null if it has nothing to do. */
export type AccountPart = {
  /** Its field of the user object. */
  userField: UserField | null
  /** True if its data is a sign-in method for this user. One must remain when another is removed. */
  isWayIn: ((user: User) => boolean) | null
  /** True if its data makes a user who has never signed in an account, so that the user is not purged. */
  makesAccount: ((db: Database | Tx, projectId: string, userId: string) => Promise<boolean>) | null
  /** Removes data that an attacker may have added, on the first verification of the mailbox. */
  wipeUnproved: ((tx: Tx, wiping: Wiping) => Promise<void>) | null
  /** Removes every row of a user. */
  deleteUser: ((tx: Tx, projectId: string, userId: string) => Promise<void>) | null
}
