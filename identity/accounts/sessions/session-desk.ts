import { deleteOlder, listed } from '@corroborate/server-kit/database'
import { providerTables } from '@corroborate/server-kit/retention'
import { actorClaim, impersonatorOf } from '@corroborate/wire/impersonation'
import { pendingAudience, secondFactorClaim } from '@corroborate/wire/second-factor'
import { sessionClaim } from '@corroborate/wire/session-jwt'
import type { AuthResult, Session, User } from '@corroborate/wire/types'
import { SignJWT } from 'jose'
import type { Database } from '../../platform/database/index.ts'
import { refuse } from '../../platform/refusal/refusal.ts'
import { everybodysRole, type Project } from '../../projects/index.ts'
import { secondFactorState } from '../second-factor/second-factor.ts'
import type { Users } from '../users/index.ts'
import type { IssuedSession } from './issue-session.ts'
import { deleteExpiredKeys, type KeyRing, type SigningKey } from './keys.ts'
import { createFindWithUser, findSession, type LiveSession } from './live-session.ts'

/** Use of a session is written down at most this often, in ms. */
const accessNoted = 60_000

/** Uses are gathered for so long before they are written, in ms. */
const gathering = 1_000

/** True if the last recorded use of a session is old enough to record another. */
export const isWorthNoting = ({ lastAccessedAt }: Pick<LiveSession, 'lastAccessedAt'>, now: number): boolean =>
  lastAccessedAt <= now - accessNoted

/** Writes down that sessions of a project were used, by one statement; those that another node has noted meanwhile stay. */
export const writeAccesses = async (
  db: Database,
  projectId: string,
  sessionIds: readonly string[],
  now: number,
): Promise<void> => {
  await db
    .updateTable('sessions')
    .set({ last_accessed_at: now })
    .where('project_id', '=', projectId)
    .where('session_id', 'in', listed(db, JSON.stringify(sessionIds)))
    .where('last_accessed_at', '<=', now - accessNoted)
    .execute()
}

/**
 * Creates a recorder of session use, which writes in batches once a second without blocking requests. A crash loses only the pending
 * last-used times, which have minute precision.
 */
export const createNoteAccess = (db: Database) => {
  const used = new Map<string, { ids: Set<string>; latest: number }>()
  let timer: NodeJS.Timeout | undefined

  const write = async (): Promise<void> => {
    timer = undefined
    const batches = [...used]
    used.clear()
    for (const [projectId, { ids, latest }] of batches) await writeAccesses(db, projectId, [...ids], latest)
  }

  return (projectId: string, session: LiveSession, now: number): void => {
    if (!isWorthNoting(session, now)) return
    const batch = used.get(projectId) ?? { ids: new Set(), latest: now }
    used.set(projectId, { ids: batch.ids.add(session.id), latest: Math.max(batch.latest, now) })
    if (timer === undefined) timer = setTimeout(() => void write().catch(() => {}), gathering).unref()
  }
}

/** Lifetime after the newest factor of a session that lacks its second factor, in projects that limit such sessions. In ms. */
const pendingLife = 10 * 60_000

/** True if the session lacks the second factor of its user, and its project lets such a session finish the sign-in and nothing else. */
export const isLimited = ({ sessions }: Pick<Project, 'sessions'>, session: LiveSession, user: User): boolean =>
  sessions.limitPending &&
  secondFactorState({ user, factors: session.factors, isRemembered: session.rememberedDevice !== null }) === 'owed'

/** Returns a session's expiry in epoch milliseconds. A limited session expires soon after its newest factor. */
const endOfSession = (project: Pick<Project, 'sessions'>, session: LiveSession, user: User): number => {
  if (!isLimited(project, session, user)) return session.expiresAt
  const newest = Math.max(...session.factors.map(factor => Date.parse(factor.last_authenticated_at)))
  return Math.min(session.expiresAt, newest + pendingLife)
}

/** Session JWT lifetime, in ms. Clients renew theirs every three minutes. */
const jwtLifetime = 5 * 60_000

const seconds = (milliseconds: number): number => Math.floor(milliseconds / 1000)

/** Signs a session's claims about its user (RFC 7519), small enough for a cookie. Signing runs on another thread. */
const signSessionJwt = (
  { id, algorithm, privateKey }: SigningKey,
  { issuer, audience, session, now }: { issuer: string; audience: string; session: Session; now: number },
): Promise<string> => {
  const { session_id, started_at, last_accessed_at, expires_at, attributes, roles, authentication_factors } = session
  const impersonator = impersonatorOf(authentication_factors)
  const claims = {
    ...session.custom_claims,
    [actorClaim]: impersonator === null ? undefined : { sub: impersonator.id },
    iss: issuer,
    aud: [audience],
    sub: session.user_id,
    iat: seconds(now),
    nbf: seconds(now),
    exp: seconds(Math.min(now + jwtLifetime, Date.parse(expires_at))),
    [sessionClaim]: {
      id: session_id,
      started_at,
      last_accessed_at,
      expires_at,
      attributes,
      roles,
      authentication_factors,
    },
  }
  return new SignJWT(claims).setProtectedHeader({ alg: algorithm, kid: id, typ: 'JWT' }).sign(privateKey)
}

/** Removes sessions that ended long ago, and keys that signed nothing that is still valid. */
export const sweepSessions = async (db: Database, now: number): Promise<void> => {
  const before = now - providerTables.sessions.ms
  await deleteOlder(db, 'sessions', { key: ['project_id', 'session_id'], age: 'expires_at', before })
  await deleteExpiredKeys(db, now)
}

/** The payload of every call that signs in, without the envelope. */
export type SignedIn = Omit<AuthResult, 'request_id' | 'status_code'>

/** Finds sessions and formats them for clients. */
export type SessionDesk = {
  /** The live session of a token within a project, or null. */
  find: (project: Project, token: string, now: number) => Promise<LiveSession | null>
  /** The same with the session's user, by one statement. */
  findWithUser: (project: Project, token: string, now: number) => Promise<{ session: LiveSession; user: User } | null>
  /** The user of a session, as of now. @throws Refusal `session_not_found` when the user was deleted. */
  userOf: (project: Project, userId: string, now: number) => Promise<User>
  /** The answer to a sign-in, made after its transaction has committed. The user is read, unless they have just been. */
  signedIn: (project: Project, issued: IssuedSession, now: number, user?: User) => Promise<SignedIn>
  /** Notes that a session was used; it is written down at most once a minute, with others. */
  noteAccess: (project: Project, session: LiveSession, now: number) => void
}

export const createSessionDesk = ({
  db,
  users,
  keys,
  issuer,
}: {
  db: Database
  users: Pick<Users, 'read' | 'json' | 'fromJson'>
  keys: KeyRing
  /** The `iss` of JWTs: our origin. */
  issuer: string
}): SessionDesk => {
  const userOf = async (project: Project, userId: string, now: number): Promise<User> =>
    (await users.read(db, project.id, userId, now)) ?? refuse('session_not_found')
  const findLiveWithUser = createFindWithUser(db, users)
  const findWithUser: SessionDesk['findWithUser'] = async (project, token, now) => {
    const found = await findLiveWithUser(project.id, token, now)
    if (found === null || endOfSession(project, found.session, found.user) <= now) return null
    return { ...found, user: asSessionShows(found.session, found.user) }
  }
  const noteAccess = createNoteAccess(db)

  return {
    find: async (project, token, now) =>
      project.sessions.limitPending
        ? ((await findWithUser(project, token, now))?.session ?? null)
        : findSession(db, project.id, token, now),
    findWithUser,
    userOf,

    signedIn: async (project, { session, token }, now, known) => {
      const [read, key] = await Promise.all([known ?? userOf(project, session.userId, now), keys.current(project)])
      const user = asSessionShows(session, read)
      const wire = toWireSession(session, user, { endsAt: endOfSession(project, session, user), now })
      const audience = isLimited(project, session, user) ? pendingAudience(project.id) : project.id
      return {
        user_id: user.user_id,
        user,
        session: wire,
        session_token: token,
        session_jwt: await signSessionJwt(key, { issuer, audience, session: wire, now }),
        __user: user,
      }
    },

    noteAccess: (project, session, now) => noteAccess(project.id, session, now),
  }
}

/** Returns the user as seen by their session. An impersonating operator gets none of the user's granted roles. */
const asSessionShows = (session: LiveSession, user: User): User =>
  impersonatorOf(session.factors) === null
    ? user
    : { ...user, roles: user.roles.filter(role => role === everybodysRole) }

const iso = (milliseconds: number): string => new Date(milliseconds).toISOString()

const toWireSession = (
  session: LiveSession,
  user: User,
  { endsAt, now }: { endsAt: number; now: number },
): Session => ({
  session_id: session.id,
  user_id: session.userId,
  started_at: iso(session.startedAt),
  last_accessed_at: iso(now),
  expires_at: iso(endsAt),
  attributes: { ip_address: session.address, user_agent: session.userAgent },
  custom_claims: claimsOf(session, user),
  roles: user.roles,
  authentication_factors: [...session.factors],
})

/** Returns a session's custom claims with its second-factor state. */
const claimsOf = ({ factors, customClaims, rememberedDevice }: LiveSession, user: User): Record<string, unknown> => {
  const state = secondFactorState({ user, factors, isRemembered: rememberedDevice !== null })
  return state === null ? customClaims : { ...customClaims, [secondFactorClaim]: state }
}
