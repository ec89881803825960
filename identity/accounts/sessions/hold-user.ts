import { runTransaction } from '@corroborate/server-kit/database'
import type { Database, Tx } from '../../platform/database/index.ts'
import { refuse } from '../../platform/refusal/index.ts'
import type { RequestFacts } from '../../platform/request/index.ts'
import type { Project } from '../../projects/index.ts'
import { lockUsers } from '../users/index.ts'
import { findSessionById, type LiveSession } from './live-session.ts'

/** The parts of a call that say who asks; every call has them. */
export type Asking = { project: Project; session: LiveSession | null; request: RequestFacts }

/**
 * Whom a call is about: a user's id, or what finds it in the transaction. Of several the first is meant, and the others are
 * held too, because the call takes something from them.
 */
export type Whose = string | ((tx: Tx) => Promise<string | readonly [string, ...string[]]>)

declare const byHoldUser: unique symbol

/** A transaction that holds a user. Only `holdUser` makes one: what changes an account asks for it. */
export type Held = {
  tx: Tx
  project: Project
  request: RequestFacts
  userId: string
  /** Everybody whose row is held. */
  userIds: readonly string[]
  /** The session of the call as it is now: null when there is none, it is another user's, or it ended meanwhile. */
  session: LiveSession | null
  /** The session the call came with, whosever it is. */
  cameWith: LiveSession | null
  readonly [byHoldUser]: true
}

/**
 * Runs `work` in a transaction that holds the user from its first moment, and looks at the session of the call once more:
 * whatever two calls do to one account, they do one after the other, and none with a session that the other has ended.
 * Everything that proves, attaches, signs in, adds or removes goes through here. `work` may run more than once: see
 * `runTransaction`.
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

/** A user who is held by a call of their own session. */
export type HeldSession = Held & { session: LiveSession }

/** The same, for a call whose session is still there. @throws Refusal `session_not_found` */
export const requireSession = (held: Held): HeldSession => {
  const { session } = held
  if (session === null) refuse('session_not_found')
  return { ...held, session }
}

/** `holdUser` for a call of whoever is signed in. @throws Refusal `session_not_found` when the session ended meanwhile */
export const holdSession = <R>(
  db: Database,
  call: Asking & { session: LiveSession },
  work: (held: HeldSession) => Promise<R>,
): Promise<R> => holdUser(db, call, call.session.userId, held => work(requireSession(held)))
