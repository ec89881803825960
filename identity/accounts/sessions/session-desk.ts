import { impersonatorOf } from '@corroborate/wire/impersonation'
import { pendingAudience, secondFactorClaim } from '@corroborate/wire/second-factor'
import type { AuthResult, Session, User } from '@corroborate/wire/types'
import type { Database } from '../../platform/database/index.ts'
import { refuse } from '../../platform/refusal/index.ts'
import { everybodysRole, type Project } from '../../projects/index.ts'
import { secondFactorState } from '../second-factor/index.ts'
import type { Users } from '../users/index.ts'
import type { IssuedSession } from './issue-session.ts'
import type { KeyRing } from './keys.ts'
import { createFindWithUser, findSession, type LiveSession } from './live-session.ts'
import { createNoteAccess } from './note-access.ts'
import { endOfSession, isLimited } from './pending-session.ts'
import { signSessionJwt } from './session-jwt.ts'

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
