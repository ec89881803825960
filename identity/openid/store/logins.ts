import { prepareStatement } from '@corroborate/server-kit/database'
import type { Database, Tx } from '../../platform/database/index.ts'
import { hashOf } from './hash.ts'

/** Time to log in again, in ms. */
const lifetime = 30 * 60_000

type Of = { projectId: string; userId: string; request: readonly string[] }

/** Records that a user was prompted to log in again for a request. The first time counts, since the request may be shown repeatedly. */
export const noteToldToLogIn = async (db: Database, { projectId, userId, request }: Of, now: number): Promise<void> => {
  const row = { told_at: now, expires_at: now + lifetime }
  await db
    .insertInto('openid_logins')
    .values({ project_id: projectId, user_id: userId, request_hash: hashOf(...request), ...row })
    .onConflict(conflict =>
      conflict
        .columns(['project_id', 'user_id', 'request_hash'])
        .doUpdateSet(row)
        .where('openid_logins.expires_at', '<=', now),
    )
    .execute()
}

/** Returns the time at which a user was prompted to log in again for a request (epoch ms), or null. */
export const findToldToLogIn = async (
  db: Database | Tx,
  { projectId, userId, request }: Of,
  now: number,
): Promise<number | null> => {
  const [row] = await toldRow(db, projectId, userId, hashOf(...request), now)
  return row?.told_at ?? null
}

const toldRow = prepareStatement(
  (db: Database | Tx, projectId: string, userId: string, requestHash: string, now: number) =>
    db
      .selectFrom('openid_logins')
      .select('told_at')
      .where('project_id', '=', projectId)
      .where('user_id', '=', userId)
      .where('request_hash', '=', requestHash)
      .where('expires_at', '>', now),
)

/** The request has been answered: another one like it needs a log-in of its own. */
export const spendToldToLogIn = async (tx: Tx, { projectId, userId, request }: Of): Promise<void> => {
  await toldSpent(tx, projectId, userId, hashOf(...request))
}

const toldSpent = prepareStatement((tx: Database | Tx, projectId: string, userId: string, requestHash: string) =>
  tx
    .deleteFrom('openid_logins')
    .where('project_id', '=', projectId)
    .where('user_id', '=', userId)
    .where('request_hash', '=', requestHash),
)

export const forgetLogins = async (tx: Tx, projectId: string, userId: string): Promise<void> => {
  await tx.deleteFrom('openid_logins').where('project_id', '=', projectId).where('user_id', '=', userId).execute()
}
