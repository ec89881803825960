import { hash } from 'node:crypto'
import { prepareStatement } from '@corroborate/server-kit/database'
import type { AuthenticationFactor, User } from '@corroborate/wire/types'
import { type Selectable, sql } from 'kysely'
import type { Database, Tx } from '../../platform/database/index.ts'
import type { UserJson, Users } from '../users/index.ts'
import type { SessionTables } from './tables.ts'

/** A session that is neither expired nor revoked. Times in epoch milliseconds. */
export type LiveSession = {
  id: string
  userId: string
  startedAt: number
  lastAccessedAt: number
  expiresAt: number
  endsAt: number
  address: string
  userAgent: string
  factors: readonly AuthenticationFactor[]
  customClaims: Record<string, unknown>
  /** The remembered device of the sign-in, which makes the second factor unnecessary. */
  rememberedDevice: string | null
}

export type SessionRow = Selectable<SessionTables['sessions']>

export const toSession = (row: SessionRow): LiveSession => ({
  id: row.session_id,
  userId: row.user_id,
  startedAt: row.started_at,
  lastAccessedAt: row.last_accessed_at,
  expiresAt: row.expires_at,
  endsAt: row.ends_at,
  address: row.ip_address,
  userAgent: row.user_agent,
  factors: JSON.parse(row.factors),
  customClaims: JSON.parse(row.custom_claims),
  rememberedDevice: row.remembered_device,
})

/** Hashes a session token for storage. */
export const hashToken = (token: string): string => hash('sha256', token, 'base64url')

/** Format of our tokens. Other values are not looked up. */
const tokenForm = /^[\w-]{43}$/

/**
 * Finds the active session of a token within a project, or null. Every authenticated request queries the database, so a revocation by any
 * process takes effect on the next request.
 */
export const findSession = async (
  db: Database,
  projectId: string,
  token: string,
  now: number,
): Promise<LiveSession | null> => {
  if (!tokenForm.test(token)) return null
  const [row] = await liveRow(db, projectId, hashToken(token), now)
  return row === undefined ? null : toSession(row)
}

const liveRowOf = (db: Database, projectId: string, tokenHash: string, now: number) =>
  db
    .selectFrom('sessions')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('token_hash', '=', tokenHash)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)

const liveRow = prepareStatement(liveRowOf)

/** `findSession` that reads the user of the session too, with all that folders keep of them, by the same one statement. */
export const createFindWithUser = (
  db: Database,
  users: Pick<Users, 'json' | 'fromJson'>,
): ((projectId: string, token: string, now: number) => Promise<{ session: LiveSession; user: User } | null>) => {
  const owner = { projectId: sql.ref<string>('sessions.project_id'), userId: sql.ref<string>('sessions.user_id') }
  const rows = prepareStatement((db: Database, projectId: string, tokenHash: string, now: number) =>
    liveRowOf(db, projectId, tokenHash, now).select(
      sql<UserJson | null>`${users.json(db, { ...owner, now })}`.as('user'),
    ),
  )
  return async (projectId, token, now) => {
    if (!tokenForm.test(token)) return null
    const [row] = await rows(db, projectId, hashToken(token), now)
    return row?.user ? { session: toSession(row), user: users.fromJson(row.user) } : null
  }
}

/** The session of an id, unless it has ended. */
export const findSessionById = async (
  tx: Database | Tx,
  projectId: string,
  sessionId: string,
  now: number,
): Promise<LiveSession | null> => {
  const [row] = await liveRowById(tx, projectId, sessionId, now)
  return row === undefined ? null : toSession(row)
}

const liveRowById = prepareStatement((db: Database | Tx, projectId: string, sessionId: string, now: number) =>
  db
    .selectFrom('sessions')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('session_id', '=', sessionId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now),
)
