import type { endpoints } from '@corroborate/wire/endpoints.schema'
import type { User } from '@corroborate/wire/types'
import { emails, phoneNumbers, proveEmail } from '../../accounts/contacts/attach.ts'
import { checkVerifier, lookAtToken, spend, withdrawAllOfUser } from '../../accounts/one-time-tokens/index.ts'
import { deleteRememberedDevices } from '../../accounts/remembered-devices/store.ts'
import { hasSecondFactor } from '../../accounts/second-factor/second-factor.ts'
import {
  extendSession,
  type Held,
  holdSession,
  type LiveSession,
  revokeSessions,
} from '../../accounts/sessions/index.ts'
import { requireRecentFactor, stepUpOf } from '../../accounts/step-up/require-recent-factor.ts'
import { notifyOwner } from '../../delivery/index.ts'
import { audit } from '../../platform/audit/store.ts'
import type { SecretKind } from '../../platform/names/index.ts'
import { refuse } from '../../platform/refusal/refusal.ts'
import type { Core } from '../../sdk/core/create-core.ts'
import type { Call } from '../../sdk/http/index.ts'
import { forgiveTries, requireLockedUser, requirePassword, requireUnchanged } from './require-password.ts'
import { findPassword, setPassword } from './store.ts'
import { knowledge, type Tools } from './tools.ts'

type Change = {
  /** The new password, hashed. */
  hash: string
  by: 'email' | 'existing_password' | 'session'
}

/** Secrets that users store themselves and did not receive by mail or text. They survive a password change. */
const keptAtHome: readonly SecretKind[] = ['recovery_code']

/**
 * Changes a user's password. Revokes every session except the request's own, and all links, codes and reset tokens sent before: an attacker
 * with access to an old mail must not get in with it. Writes an audit log entry, notifies the owner by mail and deletes remembered devices,
 * one of which may belong to someone with the old password.
 * Secrets sent to unverified addresses or numbers remain valid. The mailbox owner may have requested them while the account is an
 * attacker's, who could otherwise lock them out by changing the password repeatedly.
 */
const changePassword = async (
  core: Pick<Core, 'outbox' | 'now'>,
  { tx, project, request, userId, session }: Held,
  { hash, by }: Change,
): Promise<void> => {
  const had = await findPassword(tx, project.id, userId)
  await setPassword(tx, project, userId, { scheme: 'argon2', hash }, request.now)
  const revoked = await revokeSessions(tx, project.id, { userId, except: session?.id }, request.now)
  const contacts = [
    ...(await emails.list(tx, project.id, userId)),
    ...(await phoneNumbers.list(tx, project.id, userId)),
  ]
  const sparing = contacts.filter(({ verified }) => !verified).map(({ id }) => id)
  await withdrawAllOfUser(tx, project.id, userId, { except: keptAtHome, sparing }, request.now)
  await deleteRememberedDevices(tx, project.id, { userId, deviceId: null })
  await audit(tx, {
    projectId: project.id,
    action: had === null ? 'password.created' : 'password.changed',
    actor: session ?? userId,
    userId,
    request,
    details: { by, sessions_revoked: revoked },
  })
  const change = had === null ? 'password-set' : 'password-changed'
  await notifyOwner(core, tx, { project, userId, change, at: request.now })
}

/** Sets a new password with the token of a reset mail and signs its owner in. */
export const resetByEmail = async (
  core: Core,
  { hasher, judge }: Pick<Tools, 'hasher' | 'judge'>,
  call: Call<typeof endpoints.passwords.resetByEmail>,
) => {
  const { db, guard } = core
  const { project, body, request } = call
  const { now } = request
  await guard.address('tryPerAddress', request)
  const secret = await lookAtToken(db, project.id, ['password_reset'], body.token, now)
  if (secret === null) refuse('unable_to_auth_password_reset_token')
  // A wrong verifier or a weak password does not spend the token: the person can try again.
  checkVerifier(secret.codeChallenge, body.code_verifier)
  const { userId, subject: emailId } = secret
  const email = await emails.valueOf(db, project.id, userId, emailId)
  if (email === null) refuse('unable_to_auth_password_reset_token')
  await judge.requireStrong(body.password, { project, email })
  const hash = await hasher.hash(body.password)

  const prove = async (held: Held) => {
    if (!(await spend(held.tx, project.id, secret.hash, now))) refuse('unable_to_auth_password_reset_token')
    // Runs before the change: the first verification removes data that an attacker may have set, which must not include the new password.
    if (!(await proveEmail(core, held, emailId))) refuse('unable_to_auth_password_reset_token')
    await changePassword(core, held, { hash, by: 'email' })
    return knowledge
  }
  const signedIn = await core.signIn(call, { whose: userId, durationMinutes: body.session_duration_minutes, prove })
  await forgiveTries(core, project, email)
  return signedIn
}

/** Sets a new password with the old one, and signs its owner in. */
export const resetByExistingPassword = async (
  core: Core,
  tools: Tools,
  call: Call<typeof endpoints.passwords.resetByExistingPassword>,
) => {
  const { judge, hasher } = tools
  const { project, session, body, request } = call
  const { userId, password } = await requirePassword(core, tools, call, body.existing_password)
  // A user with an authenticator app must use it here too: the password alone must not suffice to lock out the owner.
  const requireSecondFactor = (user: User, own: LiveSession | null): void => {
    if (!hasSecondFactor(user)) return
    if (own === null) refuse('insufficient_factors')
    requireRecentFactor({ project, session: own, user, now: request.now })
  }
  const own = session?.userId === userId ? session : null
  requireSecondFactor(await core.sessions.userOf(project, userId, request.now), own)
  await judge.requireStrong(body.new_password, { project, email: body.email })
  const hash = await hasher.hash(body.new_password)
  const prove = async (held: Held) => {
    await requireUnchanged(held, password.hash)
    // Once more: an app may have been added while the password was being hashed.
    requireSecondFactor(await requireLockedUser(core.users, held), held.session)
    await changePassword(core, held, { hash, by: 'existing_password' })
    return knowledge
  }
  return core.signIn(call, { whose: userId, durationMinutes: body.session_duration_minutes, prove })
}

/**
 * Sets a new password for a signed-in user. This proves nothing about the user's identity: the session is extended if requested, but gains
 * no factor.
 */
export const resetBySession = async (
  core: Core,
  { hasher, judge }: Pick<Tools, 'hasher' | 'judge'>,
  call: Call<typeof endpoints.passwords.resetBySession>,
) => {
  const { db, guard, sessions, users } = core
  const { project, session, sessionToken, body, request } = call
  const { now } = request
  await guard.address('tryPerAddress', request)
  const requireFresh = (user: User, own: LiveSession): void => {
    if (stepUpOf({ project, session: own, user, now }) === 'stale') refuse('session_too_old_to_reset_password')
    requireRecentFactor({ project, session: own, user, now })
  }
  const user = await sessions.userOf(project, session.userId, now)
  requireFresh(user, session)
  await judge.requireStrong(body.password, { project, email: user.emails[0]?.email })
  const hash = await hasher.hash(body.password)

  const kept = await holdSession(db, call, async held => {
    // Once more: an app may have been added while the password was being hashed.
    requireFresh(await requireLockedUser(users, held), held.session)
    const minutes = body.session_duration_minutes
    const extended =
      minutes === undefined ? held.session : await extendSession(held.tx, project, held.session, minutes, now)
    if (extended === null) refuse('session_not_found')
    await changePassword(core, held, { hash, by: 'session' })
    return extended
  })
  const { __user: _, ...answered } = await sessions.signedIn(project, { session: kept, token: sessionToken }, now)
  return answered
}
