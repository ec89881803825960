import { runTransaction } from '@corroborate/server-kit/database'
import type { Database, Tx } from '../../platform/database/index.ts'
import { lockUser } from './store.ts'

type Parts = {
  makesAccount: (tx: Tx, projectId: string, userId: string) => Promise<boolean>
  deleteRows: (tx: Tx, projectId: string, userId: string) => Promise<void>
}

/** Deletes users who never signed in and are older than `before`, so that a typed address leaves no account behind. */
export const sweepPendingUsers = async (
  db: Database,
  before: number,
  { makesAccount, deleteRows }: Parts,
): Promise<void> => {
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
