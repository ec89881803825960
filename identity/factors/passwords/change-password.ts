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

/** Secrets that a person keeps at home and did not get by mail or text. They still work after a new password. */
const keptAtHome: readonly SecretKind[] = ['recovery_code']

/**
 * Gives a user another password. Every session except the call's own ends. Links, codes and reset tokens that were sent
 * before no longer work: an attacker who can read an old mail must not get in with it. The change is written into the audit
 * log, and the owner is told by mail. No device is remembered any more: who had the old password may have had one of them.
 *
 * What was sent to an address or number that nobody has proved still works. Its owner may have asked for it, while the account
 * is a stranger's. Otherwise the stranger could keep the owner out by changing the password again and again.
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
