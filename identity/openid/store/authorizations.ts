import { prepareStatement } from '@corroborate/server-kit/database'
import type { Database, Tx } from '../../platform/database/index.ts'

/** A user's sign-in to an application within a session. */
export type Authorization = { clientId: string; userId: string; sid: string; grantId: string }

export const authorizationsOf = async (
  db: Database | Tx,
  projectId: string,
  sessionId: string,
): Promise<Authorization[]> =>
  (await rowsOfSession(db, projectId, sessionId)).map(row => ({
    clientId: row.client_id,
    userId: row.user_id,
    sid: row.sid,
    grantId: row.grant_id,
  }))

const rowsOfSession = prepareStatement((db: Database | Tx, projectId: string, sessionId: string) =>
  db
    .selectFrom('openid_authorizations')
    .select(['client_id', 'user_id', 'sid', 'grant_id'])
    .where('project_id', '=', projectId)
    .where('session_id', '=', sessionId),
)

/** Returns the sign-ins of all sessions of a user. */
export const authorizationsOfUser = async (
  tx: Tx,
  projectId: string,
  userId: string,
): Promise<{ sessionId: string; clientId: string; sid: string; grantId: string }[]> =>
  (
    await tx
      .selectFrom('openid_authorizations')
      .select(['session_id', 'client_id', 'sid', 'grant_id'])
      .where('project_id', '=', projectId)
      .where('user_id', '=', userId)
      .execute()
  ).map(row => ({ sessionId: row.session_id, clientId: row.client_id, sid: row.sid, grantId: row.grant_id }))

/** Notes an authorization, or the new grant of one. */
export const putAuthorization = async (
  tx: Tx,
  projectId: string,
  { sessionId, clientId, userId, sid, grantId, expiresAt }: Authorization & { sessionId: string; expiresAt: number },
): Promise<void> => {
  await authorizationPut(tx, projectId, sessionId, clientId, userId, sid, grantId, expiresAt)
}

const authorizationPut = prepareStatement(
  (
    tx: Database | Tx,
    project_id: string,
    session_id: string,
    client_id: string,
    user_id: string,
    sid: string,
    grant_id: string,
    expires_at: number,
  ) => {
    const row = { grant_id, expires_at }
    return tx
      .insertInto('openid_authorizations')
      .values({ project_id, session_id, client_id, user_id, sid, ...row })
      .onConflict(conflict => conflict.columns(['project_id', 'session_id', 'client_id']).doUpdateSet(row))
  },
)

/** Deletes the sign-ins of a session, a user or an application. */
export const deleteAuthorizations = async (
  tx: Tx | Database,
  projectId: string,
  { sessionId, userId, clientId }: { sessionId?: string; userId?: string; clientId?: string },
): Promise<void> => {
  let gone = tx.deleteFrom('openid_authorizations').where('project_id', '=', projectId)
  if (sessionId !== undefined) gone = gone.where('session_id', '=', sessionId)
  if (userId !== undefined) gone = gone.where('user_id', '=', userId)
  if (clientId !== undefined) gone = gone.where('client_id', '=', clientId)
  await gone.execute()
}
