import { hash, randomBytes } from 'node:crypto'
import { prepareInsert, prepareQuery } from '@corroborate/server-kit/database'
import type { AuthenticationFactor } from '@corroborate/wire/types'
import type { Selectable } from 'kysely'
import { audit } from '../../platform/audit/index.ts'
import type { Database, Tables, Tx } from '../../platform/database/index.ts'
import { newId } from '../../platform/ids/index.ts'
import { RecentMap } from '../../platform/recent-map/index.ts'
import type { RequestFacts } from '../../platform/request/index.ts'
import type { Project } from '../../projects/index.ts'
import { noteSignIn, type UserRow } from '../users/index.ts'
import { followChanges } from './changes.ts'
import { endOf, expiryOf } from './duration.ts'
import { mergeFactor, type ProvedFactor } from './factors.ts'
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
  version: number
  /** The user's version when the session was looked up; undefined for a session that has just been issued. */
  userVersion?: number
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
  version: row.version,
})

const newToken = (): string => randomBytes(32).toString('base64url')

/** What is stored of a session token. */
export const hashToken = (token: string): string => hash('sha256', token, 'base64url')

/** What our tokens look like: anything else is not looked for. */
const tokenForm = /^[\w-]{43}$/

/** Sessions kept in memory, each a kilobyte or two. */
const mostKept = 5_000

/**
 * Looks sessions up by token: the one query of every call that has a session. Those in use are kept in memory where the
 * database tells us of every change (see `followChanges`), so that what a look-up takes does not grow with the tables. A
 * session revoked by whatever process is gone at the next call.
 */
export const createSessionLookup = (db: Database) => {
  const find = prepareQuery(db, (projectId: string, tokenHash: string, now: number) =>
    db
      .selectFrom('sessions')
      .innerJoin('users', join =>
        join.onRef('users.project_id', '=', 'sessions.project_id').onRef('users.user_id', '=', 'sessions.user_id'),
      )
      .selectAll('sessions')
      .select('users.version as user_version')
      .where('sessions.project_id', '=', projectId)
      .where('sessions.token_hash', '=', tokenHash)
      .where('sessions.revoked_at', 'is', null)
      .where('sessions.expires_at', '>', now),
  )
  const changes = followChanges(db)
  const kept = new RecentMap<string, { projectId: string; session: LiveSession; position: number }>(mostKept)

  return async (projectId: string, token: string, now: number): Promise<LiveSession | null> => {
    if (!tokenForm.test(token)) return null
    const tokenHash = hashToken(token)
    // What is read after this is at least as new.
    const position = await changes?.catchUp()
    const known = position === undefined ? undefined : kept.get(tokenHash)
    if (known?.projectId === projectId && changes?.isUnchangedSince(known.session.userId, known.position)) {
      known.position = position ?? known.position
      return known.session.expiresAt > now ? known.session : null
    }
    const [row] = await find(projectId, tokenHash, now)
    if (row === undefined) return null
    const session = { ...toSession(row), userVersion: row.user_version }
    if (position !== undefined) kept.set(tokenHash, { projectId, session, position })
    return session
  }
}

export type SessionLookup = ReturnType<typeof createSessionLookup>

export type IssuedSession = {
  session: LiveSession
  token: string
  /** The user's row, when the sign-in has just changed it. */
  userRow?: UserRow | null
}

export type SessionToIssue = {
  project: Project
  userId: string
  factor: ProvedFactor
  durationMinutes: number
  request: RequestFacts
  /** The session the call came with, if any. */
  current: LiveSession | null
  /** Begins a session that cannot be extended, and leaves the user as they are. */
  isTemporary?: boolean
}

/**
 * Lets a user in, in the transaction that checked the proof. Always under a new token: a session of the same user that the
 * call came with gains the factor and its old token is dead; one of another user is revoked; otherwise a new one begins.
 * @throws Refusal `invalid_session_duration_minutes`
 */
export const issueSession = async (
  tx: Tx,
  { project, userId, factor, durationMinutes, request, current, isTemporary = false }: SessionToIssue,
): Promise<IssuedSession> => {
  const { now } = request
  const token = newToken()
  const userRow = isTemporary ? null : await noteSignIn(tx, project.id, userId, now)

  if (current !== null && current.userId !== userId) {
    await revokeSessions(tx, project.id, { sessionId: current.id }, now)
  }
  const extended = current?.userId === userId ? await extend(current) : null
  const session = extended ?? (await begin())
  await audit(tx, {
    projectId: project.id,
    action: extended === null ? 'session.issued' : 'session.factor_added',
    actor: { userId, factors: [factor] },
    request,
    details: { session_id: session.id },
  })
  return { session, token, userRow }

  /** Null when the session has been revoked meanwhile. */
  async function extend({ id }: LiveSession): Promise<LiveSession | null> {
    // Changing the row keeps it until the end of the transaction, so that parallel proofs join one after the other.
    const held = await tx
      .updateTable('sessions')
      .set(stored => ({ version: stored('version', '+', 1) }))
      .where('project_id', '=', project.id)
      .where('session_id', '=', id)
      .where('revoked_at', 'is', null)
      .returningAll()
      .executeTakeFirst()
    if (held === undefined) return null
    const wanted = expiryOf(project, durationMinutes, held.ends_at, now)
    const row = await tx
      .updateTable('sessions')
      .set({
        token_hash: hashToken(token),
        factors: JSON.stringify(mergeFactor(toSession(held).factors, factor, now)),
        // A proof never shortens the session it is added to.
        expires_at: Math.max(wanted, held.expires_at),
        last_accessed_at: now,
      })
      .where('project_id', '=', project.id)
      .where('session_id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
    return toSession(row)
  }

  async function begin(): Promise<LiveSession> {
    const endsAt = isTemporary ? now + durationMinutes * 60_000 : endOf(project, now)
    const row: SessionRow = {
      project_id: project.id,
      session_id: newId('session', project.environment),
      user_id: userId,
      token_hash: hashToken(token),
      started_at: now,
      last_accessed_at: now,
      expires_at: expiryOf(project, durationMinutes, endsAt, now),
      ends_at: endsAt,
      revoked_at: null,
      ip_address: request.address,
      user_agent: request.userAgent,
      factors: JSON.stringify(mergeFactor([], factor, now)),
      custom_claims: '{}',
      version: 1,
    }
    await insertSession(tx, row)
    return toSession(row)
  }
}

const insertSession = prepareInsert<Tables, 'sessions'>('sessions')

/** Lets a session live `minutes` from now. Null when it ended meanwhile. @throws Refusal */
export const extendSession = async (
  db: Database,
  project: Project,
  session: LiveSession,
  minutes: number,
  now: number,
): Promise<LiveSession | null> => {
  const row = await db
    .updateTable('sessions')
    .set(stored => ({
      expires_at: expiryOf(project, minutes, session.endsAt, now),
      last_accessed_at: now,
      version: stored('version', '+', 1),
    }))
    .where('project_id', '=', project.id)
    .where('session_id', '=', session.id)
    .where('revoked_at', 'is', null)
    .returningAll()
    .executeTakeFirst()
  return row === undefined ? null : toSession(row)
}

/** Writes down that a session was used. */
export const noteAccess = async (db: Database, projectId: string, sessionId: string, now: number): Promise<void> => {
  await db
    .updateTable('sessions')
    .set({ last_accessed_at: now })
    .where('project_id', '=', projectId)
    .where('session_id', '=', sessionId)
    .execute()
}

/** Ends one session, or all of a user's but perhaps one. Returns how many ended. */
export const revokeSessions = async (
  tx: Tx | Database,
  projectId: string,
  which: { sessionId: string } | { userId: string; except?: string | undefined },
  now = Date.now(),
): Promise<number> => {
  let update = tx
    .updateTable('sessions')
    .set(session => ({ revoked_at: now, version: session('version', '+', 1) }))
    .where('project_id', '=', projectId)
    .where('revoked_at', 'is', null)
  if ('sessionId' in which) update = update.where('session_id', '=', which.sessionId)
  else {
    update = update.where('user_id', '=', which.userId)
    if (which.except !== undefined) update = update.where('session_id', '!=', which.except)
  }
  const { numUpdatedRows } = await update.executeTakeFirst()
  return Number(numUpdatedRows)
}
