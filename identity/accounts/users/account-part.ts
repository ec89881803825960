import type { User } from '@corroborate/wire/types'
import type { Database, Tx } from '../../platform/database/index.ts'
import type { UserField } from './user-field.ts'

/** The first proof of a mailbox: what is not of the address `emailId` goes. */
export type Wiping = { projectId: string; userId: string; emailId: string; now: number }

/**
 * What a folder that keeps rows of users does with them when the account asks. Null where it has nothing to do.
 */
export type AccountPart = {
  /** Its field of the user object. */
  userField: UserField | null
  /** Whether what it keeps is a way in for this user: one of them must stay when another is removed. */
  isWayIn: ((user: User) => boolean) | null
  /** Whether it makes an account of a user who has never signed in: such a user is not swept. */
  makesAccount: ((db: Database | Tx, projectId: string, userId: string) => Promise<boolean>) | null
  /** Takes from a user what may have been a stranger's, when somebody proves the mailbox for the first time. */
  wipeUnproved: ((tx: Tx, wiping: Wiping) => Promise<void>) | null
  /** Removes every row of a user. */
  deleteUser: ((tx: Tx, projectId: string, userId: string) => Promise<void>) | null
}
