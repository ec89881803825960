import { audit } from '../../platform/audit/index.ts'
import type { Tx } from '../../platform/database/index.ts'
import type { RequestFacts } from '../../platform/request/index.ts'
import type { Project } from '../../projects/index.ts'
import type { LiveSession } from '../sessions/index.ts'
import { touchUser, type Users } from '../users/index.ts'
import { emails, phoneNumbers } from './contacts.ts'

/** Somebody has just proved that they receive what is sent to an address or number. */
export type Proof = {
  project: Project
  userId: string
  request: RequestFacts
  /** The live session the call came with, if any. */
  session: LiveSession | null
}

/**
 * Somebody has just proved that a mailbox is theirs. Every factor that goes through e-mail calls this, in the transaction
 * that spends its secret.
 *
 * The first proof of an address takes everything from the account that was put there before it: password, authenticator
 * app, numbers, other addresses, unspent secrets, sessions. Whoever made the account may have been a stranger who waits
 * for the owner of the mailbox to move in. Only a caller who holds a session of this very user keeps them: then both ends
 * are in one hand.
 *
 * Returns false when the user has no such address any more.
 */
export const proveEmail = async (
  { users }: { users: Pick<Users, 'wipeUnproved'> },
  tx: Tx,
  { project, userId, request, session, id }: Proof & { id: string },
): Promise<boolean> => {
  const proved = await emails.markProved(tx, project.id, userId, id)
  if (proved !== 'first') return proved === 'again'

  const isOneHand = session?.userId === userId
  if (!isOneHand) await users.wipeUnproved(tx, { projectId: project.id, userId, emailId: id, now: request.now })
  await touchUser(tx, project.id, userId, request.now)
  await audit(tx, {
    projectId: project.id,
    action: 'email.verified',
    actor: userId,
    userId,
    request,
    details: { email_id: id, credentials_wiped: !isOneHand },
  })
  return true
}

/**
 * The same for a phone number. An unproved number belongs to an account that has nothing else, so nothing is taken away.
 * Returns false when the user has no such number any more.
 */
export const provePhoneNumber = async (
  tx: Tx,
  { project, userId, request, id }: Omit<Proof, 'session'> & { id: string },
): Promise<boolean> => {
  if ((await phoneNumbers.markProved(tx, project.id, userId, id)) === 'gone') return false
  await touchUser(tx, project.id, userId, request.now)
  return true
}
