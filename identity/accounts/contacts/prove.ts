import { audit } from '../../platform/audit/index.ts'
import type { Held } from '../sessions/index.ts'
import { touchUser, type Users } from '../users/index.ts'
import { emails, phoneNumbers } from './contacts.ts'

/**
 * Records that a user has verified a mailbox. Every factor that uses email calls this in the transaction that spends its secret.
 * The first verification of an address removes everything added to the account before it: password, authenticator app, numbers, other
 * addresses, unspent secrets, sessions and the name. The account's creator may have been an attacker waiting for the mailbox owner to use
 * it (account pre-hijacking). The request's session is no exception: an attacker may have handed theirs over, and what it verified earlier
 * was added by the attacker.
 * Returns false if the user no longer has this address.
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
