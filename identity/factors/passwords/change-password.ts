import { emails, phoneNumbers } from '../../accounts/contacts/index.ts'
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

/** What a person keeps at home and did not get from us by mail or text; it outlives a password. */
const keptAtHome: readonly SecretKind[] = ['recovery_code']

/**
 * Gives a user another password: every session but the call's own ends, every link, code and reset token that was sent
 * before is void, the change is written down, and its owner hears of it by mail. Somebody who changes a password because
 * they fear for their account must not be signed in to by what lies in an old mail.
 *
 * What was sent to an address or number that nobody has proved stays: it may be its owner's, who has asked for it, and the
 * account a stranger's, who could otherwise keep the owner out by changing a password again and again.
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
