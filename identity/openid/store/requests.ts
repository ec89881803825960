import { prepareStatement } from '@corroborate/server-kit/database'
import type { Database, Tx } from '../../platform/database/index.ts'
import { hashOf } from './hash.ts'

type LoginsOf = { projectId: string; userId: string; request: readonly string[] }

/** Records that a user was prompted to log in again for a request. The first time counts, since the request may be shown repeatedly. */
export const storeLoginPrompt = async (
  db: Database,
  { projectId, userId, request }: LoginsOf,
  now: number,
): Promise<void> => {
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
export const readLoginPrompt = async (
  db: Database | Tx,
  { projectId, userId, request }: LoginsOf,
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
export const deleteLoginPrompt = async (tx: Tx, { projectId, userId, request }: LoginsOf): Promise<void> => {
  await toldSpent(tx, projectId, userId, hashOf(...request))
}

const toldSpent = prepareStatement((tx: Database | Tx, projectId: string, userId: string, requestHash: string) =>
  tx
    .deleteFrom('openid_logins')
    .where('project_id', '=', projectId)
    .where('user_id', '=', userId)
    .where('request_hash', '=', requestHash),
)

export const deleteLogins = async (tx: Tx, projectId: string, userId: string): Promise<void> => {
  await tx.deleteFrom('openid_logins').where('project_id', '=', projectId).where('user_id', '=', userId).execute()
}

/** The largest logo, in bytes. */
const largest = 64_000

const starts = (bytes: Buffer, at: number, ...wanted: number[]): boolean =>
  wanted.every((byte, index) => bytes[at + index] === byte)

/** Detects an image type by its magic bytes. SVG is unsupported because it can contain scripts. */
const typeOf = (bytes: Buffer): string | null => {
  if (starts(bytes, 0, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return 'image/png'
  if (starts(bytes, 0, 0xff, 0xd8, 0xff)) return 'image/jpeg'
  if (bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP') return 'image/webp'
  return null
}

/** A logo as it is kept, a data: URL; null when it is no picture, or too large. */
export const logoOf = (bytes: Buffer): string | null => {
  const type = typeOf(bytes)
  return type === null || bytes.length > largest ? null : `data:${type};base64,${bytes.toString('base64')}`
}

/** The type and the bytes of a kept logo. */
export const readLogo = (logo: string): { type: string; bytes: Buffer } => {
  const [head = '', text = ''] = logo.split(';base64,')
  return { type: head.replace('data:', ''), bytes: Buffer.from(text, 'base64') }
}

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
