import { enqueueJob } from '@corroborate/server-kit/outbox'
import type { Database, Tables, Tx } from '../../platform/database/index.ts'
import { refuse } from '../../platform/refusal/refusal.ts'
import type { Project, ProjectConfig } from '../../projects/index.ts'
import type { AccountPart } from '../users/index.ts'
import { type LiveSession, toSession } from './live-session.ts'

const minute = 60_000

/**
 * Computes the expiry of a session requested for `minutes` from now. It never exceeds `endsAt`, however often the session is extended.
 * @throws Refusal `invalid_session_duration_minutes` above the project's limit per request.
 */
export const expiryOf = (
  { sessions }: Pick<ProjectConfig, 'sessions'>,
  minutes: number,
  endsAt: number,
  now: number,
): number => {
  if (minutes > sessions.maximumMinutes) {
    refuse('invalid_session_duration_minutes', {
      message: `The session duration must be at most ${sessions.maximumMinutes} minutes.`,
    })
  }
  return Math.min(now + minutes * minute, endsAt)
}

/** The moment no extension goes past, for a session that begins now. */
export const endOf = ({ sessions }: Pick<ProjectConfig, 'sessions'>, now: number): number =>
  now + sessions.absoluteMinutes * minute

declare module '../../platform/jobs/index.ts' {
  interface JobKinds {
    /** A session that others rely on has been ended. */
    'session-ended': { projectId: string; sessionId: string; userId: string }
    /** All sessions of a user were ended, but perhaps one. */
    'sessions-revoked': { projectId: string; userId: string }
  }
}

/** Extends a session to `minutes` from now. Returns null if it ended meanwhile. @throws Refusal */
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

/** The sessions of a user that go on, the last used first. */
export const listSessions = async (
  db: Database | Tx,
  projectId: string,
  userId: string,
  now: number,
): Promise<LiveSession[]> => {
  const rows = await db
    .selectFrom('sessions')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('last_accessed_at', 'desc')
    .orderBy('session_id')
    .limit(mostListed)
    .execute()
  return rows.map(toSession)
}

/** Limit of listed sessions. All of them can be ended at once. */
const mostListed = 200

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
  const ended = await update.returning(['session_id', 'user_id', 'shared']).execute()
  for (const { session_id: sessionId, user_id: userId, shared } of ended) {
    if (shared === 1) await tell(tx, { kind: 'session-ended', payload: { projectId, sessionId, userId } }, now)
  }
  if ('userId' in which) {
    await tell(tx, { kind: 'sessions-revoked', payload: { projectId, userId: which.userId } }, now)
  }
  return ended.length
}

const tell = (tx: Tx | Database, job: Parameters<typeof enqueueJob<Tables>>[1], now: number): Promise<void> =>
  enqueueJob<Tables>(tx, job, now)

/** The sessions that began on a remembered device owe the second factor again: on one of them, or on all of a user's. */
export const detachRememberedDevice = async (
  tx: Tx,
  projectId: string,
  { userId, deviceId }: { userId: string; deviceId: string | null },
): Promise<void> => {
  const all = tx
    .updateTable('sessions')
    .set({ remembered_device: null })
    .where('project_id', '=', projectId)
    .where('user_id', '=', userId)
    .where('remembered_device', 'is not', null)
  await (deviceId === null ? all : all.where('remembered_device', '=', deviceId)).execute()
}

/** Notes that others rely on a session. The user is held. */
export const shareSession = async (tx: Tx, projectId: string, sessionId: string): Promise<void> => {
  await tx
    .updateTable('sessions')
    .set({ shared: 1 })
    .where('project_id', '=', projectId)
    .where('session_id', '=', sessionId)
    .where('shared', '=', 0)
    .execute()
}

/** Sessions as a part of the account. */
export const sessionPart: AccountPart = {
  userField: null,
  isWayIn: null,
  makesAccount: null,
  wipeUnproved: async (tx, { projectId, userId, now }) => {
    await revokeSessions(tx, projectId, { userId }, now)
  },
  deleteUser: async (tx, projectId, userId) => {
    await tx.deleteFrom('sessions').where('project_id', '=', projectId).where('user_id', '=', userId).execute()
  },
}
