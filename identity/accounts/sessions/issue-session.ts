import { randomBytes } from 'node:crypto'
import { prepareInsert } from '@corroborate/server-kit/database'
import type { AuthenticationFactor } from '@corroborate/wire/types'
import { audit } from '../../platform/audit/store.ts'
import type { Tables } from '../../platform/database/index.ts'
import { newId } from '../../platform/ids/index.ts'
import { refuse } from '../../platform/refusal/refusal.ts'
import { noteSignIn, userExists } from '../users/index.ts'
import type { Held } from './hold-user.ts'
import { hashToken, type LiveSession, type SessionRow, toSession } from './live-session.ts'
import { endOf, expiryOf, revokeSessions } from './store.ts'

type WithoutTime<Factor> = Factor extends unknown ? Omit<Factor, 'last_authenticated_at'> : never

/** A just-proved factor in the contract's format, without the time. */
export type ProvedFactor = WithoutTime<AuthenticationFactor>

/** Two factors are the same when everything but their time is. */
const identityOf = (factor: ProvedFactor | AuthenticationFactor): string =>
  JSON.stringify(
    Object.entries(factor)
      .filter(([key]) => key !== 'last_authenticated_at')
      .toSorted(),
  )

/** A session's factors after one more proof: the same factor proved again has the newer time, another one joins. */
export const mergeFactor = (
  factors: readonly AuthenticationFactor[],
  proved: ProvedFactor,
  now: number,
): AuthenticationFactor[] => {
  const renewed = { ...proved, last_authenticated_at: new Date(now).toISOString() } as AuthenticationFactor
  return [...factors.filter(factor => identityOf(factor) !== identityOf(proved)), renewed]
}

const newToken = (): string => randomBytes(32).toString('base64url')

export type IssuedSession = { session: LiveSession; token: string }

export type SessionToIssue = {
  factor: ProvedFactor
  durationMinutes: number
  /** Begins a session that cannot be extended, and leaves the user as they are. */
  isTemporary?: boolean
  /** The device of this user that the call came from, if they had it remembered. */
  rememberedDevice?: string | null
}

/**
 * Signs a user in, in the transaction that checked the proof. The token is always new: the request's session of the same user gains the
 * factor and its old token is invalidated; a session of another user is revoked; otherwise a new session begins.
 * @throws Refusal `invalid_session_duration_minutes`; `session_not_found` if the user has just been deleted
 */
export const issueSession = async (
  { tx, project, userId, request, session: own, cameWith }: Held,
  { factor, durationMinutes, isTemporary = false, rememberedDevice = null }: SessionToIssue,
): Promise<IssuedSession> => {
  const { now } = request
  const token = newToken()
  const isThere = isTemporary ? await userExists(tx, project.id, userId) : await noteSignIn(tx, project.id, userId, now)
  if (!isThere) refuse('session_not_found')

  if (cameWith !== null && cameWith.userId !== userId) {
    await revokeSessions(tx, project.id, { sessionId: cameWith.id }, now)
  }
  const extended = own === null ? null : await extend(own)
  const session = extended ?? (await begin())
  await audit(tx, {
    projectId: project.id,
    action: extended === null ? 'session.issued' : 'session.factor_added',
    actor: { userId, factors: [factor] },
    request,
    details: { session_id: session.id },
  })
  return { session, token }

  /** Null when the proof itself has ended the session: the first one of a mailbox does. */
  async function extend({ id, factors, expiresAt, endsAt }: LiveSession): Promise<LiveSession | null> {
    const row = await tx
      .updateTable('sessions')
      .set({
        token_hash: hashToken(token),
        last_accessed_at: now,
        factors: JSON.stringify(mergeFactor(factors, factor, now)),
        // A proof never shortens the session it is added to.
        expires_at: Math.max(expiryOf(project, durationMinutes, endsAt, now), expiresAt),
        ...(rememberedDevice !== null && { remembered_device: rememberedDevice }),
      })
      .where('project_id', '=', project.id)
      .where('session_id', '=', id)
      .where('revoked_at', 'is', null)
      .returningAll()
      .executeTakeFirst()
    return row === undefined ? null : toSession(row)
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
      shared: 0,
      remembered_device: rememberedDevice,
    }
    await insertSession(tx, row)
    return toSession(row)
  }
}

const insertSession = prepareInsert<Tables, 'sessions'>('sessions')
