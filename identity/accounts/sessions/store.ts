import { hash, randomBytes } from 'node:crypto'
import { prepareInsert, prepareStatement } from '@corroborate/server-kit/database'
import type { AuthenticationFactor } from '@corroborate/wire/types'
import type { Selectable } from 'kysely'
import { audit } from '../../platform/audit/index.ts'
import type { Database, Tables, Tx } from '../../platform/database/index.ts'
import { newId } from '../../platform/ids/index.ts'
import { refuse } from '../../platform/refusal/index.ts'
import type { RequestFacts } from '../../platform/request/index.ts'
import type { Project } from '../../projects/index.ts'
import { lockUser, noteSignIn, readUserRow } from '../users/index.ts'
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
})

const newToken = (): string => randomBytes(32).toString('base64url')

/** What is stored of a session token. */
export const hashToken = (token: string): string => hash('sha256', token, 'base64url')

/** What our tokens look like: anything else is not looked for. */
const tokenForm = /^[\w-]{43}$/

/**
 * The live session of a token within a project, or null. Asked in every call that has a session, and always of the
 * database: a session that any process revokes is gone at the next call.
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

const liveRow = prepareStatement((db: Database | Tx, projectId: string, tokenHash: string, now: number) =>
  db
    .selectFrom('sessions')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('token_hash', '=', tokenHash)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now),
)

export type IssuedSession = { session: LiveSession; token: string }

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
 * @throws Refusal `invalid_session_duration_minutes`; `session_not_found` when the user has just been deleted
 */
export const issueSession = async (
  tx: Tx,
  { project, userId, factor, durationMinutes, request, current, isTemporary = false }: SessionToIssue,
): Promise<IssuedSession> => {
  const { now } = request
  const token = newToken()
  if (!(await (isTemporary ? holdUser() : noteSignIn(tx, project.id, userId, now)))) refuse('session_not_found')

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
  return { session, token }

  /** Keeps the user from being deleted before the session is there to be deleted with them. */
  async function holdUser(): Promise<boolean> {
    await lockUser(tx, project.id, userId)
    return (await readUserRow(tx, project.id, userId)) !== null
  }

  /** Null when the session has been revoked meanwhile. */
  async function extend({ id }: LiveSession): Promise<LiveSession | null> {
    // Changing the row keeps it until the end of the transaction, so that parallel proofs join one after the other.
    const held = await tx
      .updateTable('sessions')
      .set({ last_accessed_at: now })
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
    .set({ expires_at: expiryOf(project, minutes, session.endsAt, now), last_accessed_at: now })
    .where('project_id', '=', project.id)
    .where('session_id', '=', session.id)
    .where('revoked_at', 'is', null)
    .returningAll()
    .executeTakeFirst()
  return row === undefined ? null : toSession(row)
}

/** Use of a session is written down at most this often, in ms. */
const accessNoted = 60_000

/** Writes down that a session was used, unless that was done within the last minute. */
export const noteAccess = async (
  db: Database,
  projectId: string,
  { id, lastAccessedAt }: LiveSession,
  now: number,
): Promise<void> => {
  const before = now - accessNoted
  if (lastAccessedAt > before) return
  await db
    .updateTable('sessions')
    .set({ last_accessed_at: now })
    .where('project_id', '=', projectId)
    .where('session_id', '=', id)
    // Of calls at the same time, one writes.
    .where('last_accessed_at', '<=', before)
    .execute()
}

/** Ends one session, or all of a user's but perhaps one. Returns how many ended. */
export const revokeSessions = async (
  tx: Tx | Database,
  projectId: string,
  which: { sessionId: string } | { userId: string; except?: string | undefined },
  now: number,
): Promise<number> => {
  let update = tx
    .updateTable('sessions')
    .set({ revoked_at: now })
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
