import { prepareStatement } from '@corroborate/server-kit/database'
import type { Database, Tx } from '../../platform/database/index.ts'
import { hashOf } from './hash.ts'

/** Time to decide on a request, in ms. */
const lifetime = 30 * 60_000

/** A request shown to a user, with a flag for required consent and the time (epoch ms). */
export type ShownRequest = { asks: boolean; shownAt: number }

type Of = { projectId: string; sessionId: string; request: readonly string[] }

/** Notes that the person of a session was shown a request. */
export const noteShown = async (
  db: Database,
  { projectId, sessionId, request }: Of,
  { asks, shownAt }: ShownRequest,
): Promise<void> => {
  await shownPut(db, projectId, sessionId, hashOf(...request), asks ? 1 : 0, shownAt, shownAt + lifetime)
}

const shownPut = prepareStatement(
  (
    db: Database | Tx,
    project_id: string,
    session_id: string,
    request_hash: string,
    asks: number,
    shown_at: number,
    expires_at: number,
  ) => {
    const row = { asks, shown_at, expires_at }
    return db
      .insertInto('openid_requests')
      .values({ project_id, session_id, request_hash, ...row })
      .onConflict(conflict => conflict.columns(['project_id', 'session_id', 'request_hash']).doUpdateSet(row))
  },
)

/** The request as it was shown, or null when it never was, or too long ago. */
export const findShown = async (
  db: Database | Tx,
  { projectId, sessionId, request }: Of,
  now: number,
): Promise<ShownRequest | null> => {
  const [row] = await shownRow(db, projectId, sessionId, hashOf(...request), now)
  return row === undefined ? null : { asks: row.asks === 1, shownAt: row.shown_at }
}

const shownRow = prepareStatement(
  (db: Database | Tx, projectId: string, sessionId: string, requestHash: string, now: number) =>
    db
      .selectFrom('openid_requests')
      .select(['asks', 'shown_at'])
      .where('project_id', '=', projectId)
      .where('session_id', '=', sessionId)
      .where('request_hash', '=', requestHash)
      .where('expires_at', '>', now),
)

/** Spends a shown request: of answers at the same time, one gets true. */
export const spendShown = async (tx: Tx, { projectId, sessionId, request }: Of): Promise<boolean> => {
  const gone = await tx
    .deleteFrom('openid_requests')
    .where('project_id', '=', projectId)
    .where('session_id', '=', sessionId)
    .where('request_hash', '=', hashOf(...request))
    .executeTakeFirst()
  return gone.numDeletedRows === 1n
}
