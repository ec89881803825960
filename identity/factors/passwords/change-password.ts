import { emails, phoneNumbers } from '../../accounts/contacts/index.ts'
import { forgetRememberedDevices } from '../../accounts/remembered-devices/index.ts'
import { type Held, revokeSessions } from '../../accounts/sessions/index.ts'
import { withdrawAllOfUser } from '../../accounts/single-use/index.ts'
import { tellOwner } from '../../delivery/index.ts'
import { audit } from '../../platform/audit/index.ts'
import type { SecretKind } from '../../platform/names/index.ts'
import type { Core } from '../../sdk/core/index.ts'
import { findPassword, setPassword } from './password-store.ts'

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
export const changePassword = async (
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
  await forgetRememberedDevices(tx, project.id, { userId, deviceId: null })
  await audit(tx, {
    projectId: project.id,
    action: had === null ? 'password.created' : 'password.changed',
    actor: session ?? userId,
    userId,
    request,
    details: { by, sessions_revoked: revoked },
  })
  const change = had === null ? 'password-set' : 'password-changed'
  await tellOwner(core, tx, { project, userId, change, at: request.now })
}
