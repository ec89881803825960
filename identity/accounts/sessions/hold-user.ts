import { runTransaction } from '@corroborate/server-kit/database'
import type { Database, Tx } from '../../platform/database/index.ts'
import { refuse } from '../../platform/refusal/refusal.ts'
import type { RequestFacts } from '../../platform/request/facts-of.ts'
import type { Project } from '../../projects/index.ts'
import { lockUsers } from '../users/index.ts'
import { findSessionById, type LiveSession } from './live-session.ts'

/** The caller: project, session and request. Part of every API call. */
export type Asking = { project: Project; session: LiveSession | null; request: RequestFacts }

/**
 * Subject of a request: a user ID, or a lookup within the transaction. If it returns several users, the first is the subject; the others
 * are locked too because the request removes something from them.
 */
export type Whose = string | ((tx: Tx) => Promise<string | readonly [string, ...string[]]>)

declare const byHoldUser: unique symbol

/** A transaction that holds a user's lock. Only `holdUser` creates one; functions that change an account require it. */
export type Held = {
  tx: Tx
  project: Project
  request: RequestFacts
  userId: string
  /** IDs of all locked users. */
  userIds: readonly string[]
  /** The session of the call as it is now: null when there is none, it is another user's, or it ended meanwhile. */
  session: LiveSession | null
  /** The session the call came with, whosever it is. */
  cameWith: LiveSession | null
  readonly [byHoldUser]: true
}

/**
 * Runs `work` in a transaction that locks the user from the start, and rechecks the request's session. Concurrent changes to an account are
 * serialized, and none runs with a session that another has ended. Everything that proves, attaches, signs in, adds or removes goes through
 * here. `work` may run more than once: see `runTransaction`.
 */
export const holdUser = <R>(
  db: Database,
  { project, session, request }: Asking,
  whose: Whose,
  work: (held: Held) => Promise<R>,
): Promise<R> =>
  runTransaction(db, async tx => {
    const found = typeof whose === 'string' ? whose : await whose(tx)
    const userIds = typeof found === 'string' ? ([found] as const) : found
    await lockUsers(tx, project.id, userIds)
    const [userId] = userIds
    const current = session?.userId === userId ? await findSessionById(tx, project.id, session.id, request.now) : null
    const held = { tx, project, request, userId, userIds, session: current, cameWith: session }
    return work(held as unknown as Held)
  })

/** A user locked by a request of their own session. */
export type LockedSession = Held & { session: LiveSession }

/** Returns the held user with their session if it still exists. @throws Refusal `session_not_found` */
export const requireSession = (held: Held): LockedSession => {
  const { session } = held
  if (session === null) refuse('session_not_found')
  return { ...held, session }
}

/** `holdUser` for a request of a signed-in user. @throws Refusal `session_not_found` if the session ended meanwhile */
export const holdSession = <R>(
  db: Database,
  call: Asking & { session: LiveSession },
  work: (held: LockedSession) => Promise<R>,
): Promise<R> => holdUser(db, call, call.session.userId, held => work(requireSession(held)))
