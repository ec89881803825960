import { audit } from '../../platform/audit/index.ts'
import type { Held } from '../sessions/index.ts'
import { touchUser, type Users } from '../users/index.ts'
import { emails, phoneNumbers } from './contacts.ts'

/**
 * Somebody has just proved that a mailbox is theirs. Every factor that goes through e-mail calls this, in the transaction
 * that spends its secret.
 *
 * The first proof of an address takes everything from the account that was put there before it: password, authenticator
 * app, numbers, other addresses, unspent secrets, sessions, the name. Whoever made the account may have been a stranger who
 * waits for the owner of the mailbox to move in. A session that the call came with changes nothing about that: a stranger
 * can have handed theirs over, and what it has proved before this mailbox is what the stranger put there.
 *
 * Returns false when the user has no such address any more.
 */
export const proveEmail = async (
  { users }: { users: Pick<Users, 'wipeUnproved'> },
  { tx, project, userId, request }: Held,
  emailId: string,
): Promise<boolean> => {
  const proved = await emails.markProved(tx, project.id, userId, emailId)
  if (proved !== 'first') return proved === 'again'

  await users.wipeUnproved(tx, { projectId: project.id, userId, emailId, now: request.now })
  await touchUser(tx, project.id, userId, request.now)
  await audit(tx, {
    projectId: project.id,
    action: 'email.verified',
    actor: userId,
    userId,
    request,
    details: { email_id: emailId, credentials_wiped: true },
  })
  return true
}

/**
 * The same for a phone number. An unproved number belongs to an account that has nothing else, so nothing is taken away.
 * Returns false when the user has no such number any more.
 */
export const provePhoneNumber = async ({ tx, project, userId, request }: Held, phoneId: string): Promise<boolean> => {
  if ((await phoneNumbers.markProved(tx, project.id, userId, phoneId)) === 'gone') return false
  await touchUser(tx, project.id, userId, request.now)
  return true
}
