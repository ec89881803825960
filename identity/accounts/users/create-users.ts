import type { User } from '@corroborate/wire/types'
import type { Database, Tx } from '../../platform/database/index.ts'
import type { AccountPart, Wiping } from './account-part.ts'
import { createUserReader, type UserReader } from './read-user.ts'
import { isActive, lockUser, removeUserRow } from './store.ts'
import { sweepPendingUsers } from './sweep-pending-users.ts'

/** Users as a whole: what this folder keeps of them, and what every other folder does. */
export type Users = UserReader & {
  /** True when a user has a way in: a proved address or number, a password with any address, … A second factor is none. */
  hasWayIn: (user: User) => boolean
  /** False for a user of whom somebody has only ever typed an address; by the same statements for everybody. */
  isAccount: (db: Database | Tx, projectId: string, userId: string) => Promise<boolean>
  /** Takes from the account what may have been a stranger's: see `proveEmail`. */
  wipeUnproved: (tx: Tx, wiping: Wiping) => Promise<void>
  /** Removes a user with everything that is theirs. False when there is none. The audit log keeps what was done. */
  delete: (tx: Tx, projectId: string, userId: string) => Promise<boolean>
  /** Removes users who never signed in and were made before a moment. */
  sweepPending: (db: Database, before: number) => Promise<void>
}

/** @param parts of every folder that keeps rows of users */
export const createUsers = (parts: readonly Partial<AccountPart>[]): Users => {
  const makesAccount = async (db: Database | Tx, projectId: string, userId: string): Promise<boolean> => {
    const answers: boolean[] = []
    // All are asked, whatever the first says: the time must not tell.
    for (const part of parts) {
      if (part.makesAccount) answers.push(await part.makesAccount(db, projectId, userId))
    }
    return answers.includes(true)
  }

  const deleteRows = async (tx: Tx, projectId: string, userId: string): Promise<void> => {
    for (const { deleteUser } of parts) await deleteUser?.(tx, projectId, userId)
  }

  return {
    ...createUserReader(parts.flatMap(({ userField }) => userField ?? [])),
    hasWayIn: user => parts.some(({ isWayIn }) => isWayIn?.(user)),
    isAccount: async (db, projectId, userId) => {
      const active = await isActive(db, projectId, userId)
      return (await makesAccount(db, projectId, userId)) || active
    },
    wipeUnproved: async (tx, wiping) => {
      for (const part of parts) await part.wipeUnproved?.(tx, wiping)
    },
    delete: async (tx, projectId, userId) => {
      // A sign-in of the user ends before it, so that its session is among those removed, or fails after it.
      await lockUser(tx, projectId, userId)
      await deleteRows(tx, projectId, userId)
      return removeUserRow(tx, projectId, userId)
    },
    sweepPending: (db, before) => sweepPendingUsers(db, before, { makesAccount, deleteRows }),
  }
}
