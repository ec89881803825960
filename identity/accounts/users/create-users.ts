import { runTransaction } from '@corroborate/server-kit/database'
import type { User } from '@corroborate/wire/types'
import type { Database, Tx } from '../../platform/database/index.ts'
import { createUserReader, type UserField, type UserReader } from './read-user.ts'
import { isActive, lockUser, removeUserRow } from './store.ts'

/** Account label for authenticators: the user's sign-in identifier, preferably a verified one. Pure. */
export const accountName = ({ emails, phone_numbers, crypto_wallets, user_id }: User): string =>
  emails.find(({ verified }) => verified)?.email ??
  phone_numbers.find(({ verified }) => verified)?.phone_number ??
  crypto_wallets[0]?.crypto_wallet_address ??
  emails[0]?.email ??
  user_id

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

type Parts = {
  makesAccount: (tx: Tx, projectId: string, userId: string) => Promise<boolean>
  deleteRows: (tx: Tx, projectId: string, userId: string) => Promise<void>
}

/** Deletes users who never signed in and are older than `before`, so that a typed address leaves no account behind. */
const sweepPendingUsers = async (db: Database, before: number, { makesAccount, deleteRows }: Parts): Promise<void> => {
  const forgotten = (tx: Database | Tx) =>
    (tx as Database)
      .selectFrom('users')
      .select(['project_id', 'user_id'])
      .where('status', '=', 'pending')
      .where('signed_in_at', 'is', null)
      .where('external_id', 'is', null)
      .where('created_at', '<', before)
  for (const { project_id: projectId, user_id: userId } of await forgotten(db).execute()) {
    await runTransaction(db, async tx => {
      await lockUser(tx, projectId, userId)
      if (await makesAccount(tx, projectId, userId)) return
      // The user may have signed in since the query.
      const removed = await tx
        .deleteFrom('users')
        .where('project_id', '=', projectId)
        .where('user_id', '=', userId)
        .where('status', '=', 'pending')
        .where('created_at', '<', before)
        .returning('user_id')
        .executeTakeFirst()
      if (removed !== undefined) await deleteRows(tx, projectId, userId)
    })
  }
}

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
