import type { AuthResult, Session, User } from '@corroborate/wire/types'
import type { Database } from '../../platform/database/index.ts'
import { RecentMap } from '../../platform/recent-map/index.ts'
import { refuse } from '../../platform/refusal/index.ts'
import type { Project } from '../../projects/index.ts'
import { completeUser, readUserRow, type UserRow, withRow } from '../users/index.ts'
import type { KeyRing } from './keys.ts'
import { signSessionJwt } from './session-jwt.ts'
import { createSessionLookup, type IssuedSession, type LiveSession, noteAccess } from './store.ts'

/** A JWT is handed out again while it is this young, in ms: it then outlives the client's next refresh. */
const jwtReuse = 60_000
/** Use of a session is written down at most this often, in ms. */
const accessNoted = 60_000
/** Users and JWTs kept in memory, each a kilobyte or two. */
const mostKept = 5_000

/** The payload of every call that signs in, without the envelope. */
export type SignedIn = Omit<AuthResult, 'request_id' | 'status_code'>

/** Finds sessions and words them for clients. */
export type SessionDesk = {
  /** The live session of a token within a project, or null. */
  find: (project: Project, token: string, now: number) => Promise<LiveSession | null>
  /** The user of a session, as of now. @throws Refusal `session_not_found` when the user was deleted. */
  userOf: (project: Project, userId: string, now: number) => Promise<User>
  /** The answer to a sign-in, made after its transaction has committed. */
  signedIn: (project: Project, issued: IssuedSession, now: number) => Promise<SignedIn>
  /** Writes down that a session was used, now and then. */
  noteAccess: (project: Project, session: LiveSession, now: number) => void
}

export const createSessionDesk = ({
  db,
  keys,
  issuer,
}: {
  db: Database
  keys: KeyRing
  /** The `iss` of JWTs: our origin. */
  issuer: string
}): SessionDesk => {
  const find = createSessionLookup(db)
  const users = new RecentMap<string, { version: number; user: User }>(mostKept)
  const jwts = new RecentMap<string, { made: number; of: string; jwt: string }>(mostKept)
  const noted = new RecentMap<string, number>(mostKept)

  const userOf = async (project: Project, userId: string, now: number): Promise<User> => {
    const row = await readUserRow(db, project.id, userId)
    if (row === null) refuse('session_not_found')
    const kept = users.get(userId)
    return kept?.version === row.version ? kept.user : keep(row, await completeUser(db, row, now))
  }

  const keep = ({ user_id, version }: UserRow, user: User): User => {
    users.set(user_id, { version, user })
    return user
  }

  /** The user whose row a sign-in has just changed: nothing is read when that was all that happened since the copy in memory. */
  const userAfterSignIn = async (row: UserRow, now: number): Promise<User> => {
    const kept = users.get(row.user_id)
    return keep(row, kept?.version === row.version - 1 ? withRow(kept.user, row) : await completeUser(db, row, now))
  }

  /** The user in memory, when the look-up of the session has just said that it is current. */
  const keptUser = ({ userId, userVersion }: LiveSession): User | null => {
    const kept = users.get(userId)
    return kept !== undefined && kept.version === userVersion ? kept.user : null
  }

  const jwtOf = async (project: Project, session: LiveSession, wire: Session, now: number): Promise<string> => {
    const key = await keys.current(project.id)
    const of = `${session.version} ${wire.roles.join()} ${key.id}`
    const known = jwts.get(session.id)
    // Of the future, when the clock was set back: whoever checks it would not take it yet.
    const isYoung = known !== undefined && known.made <= now && now - known.made < jwtReuse
    if (isYoung && known.of === of) return known.jwt
    const jwt = await signSessionJwt(key, { issuer, audience: project.id, session: wire, now })
    jwts.set(session.id, { made: now, of, jwt })
    return jwt
  }

  return {
    find: (project, token, now) => find(project.id, token, now),
    userOf,

    signedIn: async (project, { session, token, userRow }, now) => {
      const user = userRow
        ? await userAfterSignIn(userRow, now)
        : (keptUser(session) ?? (await userOf(project, session.userId, now)))
      const wire = toWireSession(session, user.roles, now)
      return {
        user_id: user.user_id,
        user,
        session: wire,
        session_token: token,
        session_jwt: await jwtOf(project, session, wire, now),
        __user: user,
      }
    },

    noteAccess: (project, session, now) => {
      const last = Math.max(noted.get(session.id) ?? 0, session.lastAccessedAt)
      if (now - last < accessNoted) return
      noted.set(session.id, now)
      // Nobody waits for it: what is lost with the machine is one minute of "last seen".
      noteAccess(db, project.id, session.id, now).catch(() => {})
    },
  }
}

const iso = (milliseconds: number): string => new Date(milliseconds).toISOString()

const toWireSession = (session: LiveSession, roles: string[], now: number): Session => {
  const { startedAt, expiresAt } = timesOf(session)
  return {
    session_id: session.id,
    user_id: session.userId,
    started_at: startedAt,
    last_accessed_at: iso(now),
    expires_at: expiresAt,
    attributes: { ip_address: session.address, user_agent: session.userAgent },
    custom_claims: session.customClaims,
    roles,
    authentication_factors: [...session.factors],
  }
}

/** Worded once for as long as a session stays in memory: a date in ISO form costs as much as the look-up of the session. */
const wordedTimes = new WeakMap<LiveSession, { startedAt: string; expiresAt: string }>()

const timesOf = (session: LiveSession): { startedAt: string; expiresAt: string } => {
  const known = wordedTimes.get(session)
  if (known !== undefined) return known
  const times = { startedAt: iso(session.startedAt), expiresAt: iso(session.expiresAt) }
  wordedTimes.set(session, times)
  return times
}
