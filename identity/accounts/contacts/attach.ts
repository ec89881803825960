import { Outdated } from '@corroborate/server-kit/database'
import type { EmailAddress } from '@corroborate/wire/email'
import { audit } from '../../platform/audit/store.ts'
import type { Tx } from '../../platform/database/index.ts'
import { refuse } from '../../platform/refusal/refusal.ts'
import { type Held, requireSession } from '../sessions/index.ts'
import { touchUser, type Users } from '../users/index.ts'
import { emailKind, phoneNumberKind } from './contact-statements.ts'
import { type ContactStore, createContactStore } from './contact-store.ts'

/** Email addresses of users, in canonical form. */
export const emails = createContactStore<EmailAddress>(emailKind)

/** The phone numbers of users, in E.164. */
export const phoneNumbers = createContactStore<string>(phoneNumberKind)

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

/** Returns the users to lock while a user gains an address or number. An unverified holder loses it, so they are locked too. */
export const usersToLockForContact =
  <Value extends string>(contacts: ContactStore<Value>, projectId: string, userId: string, value: Value) =>
  async (tx: Tx): Promise<readonly [string, ...string[]]> => {
    const known = await contacts.find(tx, projectId, value)
    return known === null || known.verified ? [userId] : [userId, known.userId]
  }

/**
 * Adds a just-verified address or number to a signed-in user: the last step of `send/secondary`. Until then it exists only in the secret's
 * payload, so that no account holds a mailbox that its owner has not opened. An address that another account claimed without verification
 * is removed from it. Lock the users that `usersToLockForContact` returns.
 * @returns its ID, which differs from the given one if the user already had it.
 * @throws Refusal `duplicate_email` or `duplicate_phone_number` if another account has verified it; `session_not_found` if the session
 * ended meanwhile: only a signed-in user may add an address, the mailbox owner alone may not.
 */
export const attachContact = async <Value extends string>(
  held: Held,
  contacts: ContactStore<Value>,
  { value, id }: { value: Value; id: string },
): Promise<string> => {
  const { tx, project, userId, userIds, request, session } = requireSession(held)
  const { now } = request
  const { name, idColumn, duplicate } = contacts.kind
  const known = await contacts.find(tx, project.id, value)
  if (known?.verified) return known.userId === userId ? known.id : refuse(duplicate)
  // The user's own unverified address is verified by `proveEmail`, which also removes what a stranger may have added.
  if (known?.userId === userId) refuse(duplicate)
  if (known !== null) {
    if (!userIds.includes(known.userId)) throw new Outdated('Somebody else claimed the address before it was held.')
    await contacts.remove(tx, project.id, known.userId, known.id)
    await touchUser(tx, project.id, known.userId, now)
  }
  const claimed = await contacts.claim(tx, project, userId, value, true, now, id)
  if (claimed === null) throw new Outdated('Somebody else claimed the address before it was given up.')
  await touchUser(tx, project.id, userId, now)
  await audit(tx, {
    projectId: project.id,
    action: `${name}.added`,
    actor: session,
    userId,
    request,
    details: { [idColumn]: claimed },
  })
  return claimed
}
