import type { User } from '@corroborate/wire/types'
import type { Database, Tx } from '../../platform/database/index.ts'
import type { AccountPart, Wiping } from './account-part.ts'
import { createUserReader, type UserReader } from './read-user.ts'
import { isActive, lockUser, removeUserRow } from './store.ts'
import { sweepPendingUsers } from './sweep-pending-users.ts'

/** Users as a whole: the data of this folder and of all account parts. */
export type Users = UserReader & {
  /**
   * True if a user has a sign-in method, such as a verified address or number, or a password with any address. A second factor doesn't
   * count.
   */
  hasWayIn: (user: User) => boolean
  /** False for a user who exists only because an address was typed. Runs the same statements for every user. */
  isAccount: (db: Database | Tx, projectId: string, userId: string) => Promise<boolean>
  /** Removes data from the account that an attacker may have added: see `proveEmail`. */
  wipeUnproved: (tx: Tx, wiping: Wiping) => Promise<void>
  /** Deletes a user and all their data. Returns false if there is none. The audit log keeps its entries. */
  delete: (tx: Tx, projectId: string, userId: string) => Promise<boolean>
  /** Deletes users who never signed in and were created before a given time. */
  sweepPending: (db: Database, before: number) => Promise<void>
}

/** @param parts of every folder that keeps rows of users */
export const createUsers = (parts: readonly Partial<AccountPart>[]): Users => {
  const makesAccount = async (db: Database | Tx, projectId: string, userId: string): Promise<boolean> => {
    const answers: boolean[] = []
    // Queries all parts regardless of the first result, so that timing reveals nothing.
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
