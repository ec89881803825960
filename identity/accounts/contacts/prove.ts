import type { EmailAddress } from '@corroborate/wire/email'
import { audit } from '../../platform/audit/index.ts'
import type { Tx } from '../../platform/database/index.ts'
import { refuse } from '../../platform/refusal/index.ts'
import type { RequestFacts } from '../../platform/request/index.ts'
import type { Project } from '../../projects/index.ts'
import { type LiveSession, revokeSessions } from '../sessions/index.ts'
import { claimEmail, claimPhoneNumber, touchUser } from '../users/index.ts'

type Proof = {
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
  tx: Tx,
  { project, userId, request, session, emailId }: Proof & { emailId: string },
): Promise<boolean> => {
  const first = await tx
    .updateTable('user_emails')
    .set({ verified: 1 })
    .where('project_id', '=', project.id)
    .where('email_id', '=', emailId)
    .where('user_id', '=', userId)
    .where('verified', '=', 0)
    .returning('email_id')
    .executeTakeFirst()
  if (first === undefined) return isTheirs('user_emails', 'email_id', emailId)

  const isOneHand = session?.userId === userId
  if (!isOneHand) await wipeUnproved(tx, project, userId, emailId, request.now)
  await touchUser(tx, project.id, userId, request.now)
  await audit(tx, {
    projectId: project.id,
    action: 'email.verified',
    actor: userId,
    userId,
    request,
    details: { email_id: emailId, credentials_wiped: !isOneHand },
  })
  return true

  async function isTheirs(table: 'user_emails', column: 'email_id', id: string): Promise<boolean> {
    const row = await tx
      .selectFrom(table)
      .select(column)
      .where('project_id', '=', project.id)
      .where(column, '=', id)
      .where('user_id', '=', userId)
      .executeTakeFirst()
    return row !== undefined
  }
}

/** A feature that keeps credentials in tables of its own empties them here too. */
const wipeUnproved = async (tx: Tx, project: Project, userId: string, emailId: string, now: number): Promise<void> => {
  for (const table of ['password_hashes', 'totps', 'user_phone_numbers'] as const) {
    await tx.deleteFrom(table).where('project_id', '=', project.id).where('user_id', '=', userId).execute()
  }
  await tx
    .deleteFrom('user_emails')
    .where('project_id', '=', project.id)
    .where('user_id', '=', userId)
    .where('email_id', '!=', emailId)
    .execute()
  await tx
    .updateTable('single_use_secrets')
    .set({ used_at: now })
    .where('project_id', '=', project.id)
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .execute()
  await revokeSessions(tx, project.id, { userId }, now)
}

/**
 * The same for a phone number. An unproved number belongs to an account that has nothing else, so nothing is taken away.
 * Returns false when the user has no such number any more.
 */
export const provePhoneNumber = async (
  tx: Tx,
  { project, userId, request, phoneId }: Omit<Proof, 'session'> & { phoneId: string },
): Promise<boolean> => {
  const row = await tx
    .updateTable('user_phone_numbers')
    .set({ verified: 1 })
    .where('project_id', '=', project.id)
    .where('phone_id', '=', phoneId)
    .where('user_id', '=', userId)
    .returning('phone_id')
    .executeTakeFirst()
  if (row === undefined) return false
  await touchUser(tx, project.id, userId, request.now)
  return true
}

/**
 * Adds an address that was just proved to a signed-in user: the end of `send/secondary`. Until then the address stands in
 * the secret's payload only, so that nobody's account holds a mailbox its owner has not opened. An address that another
 * account claimed without proof yields.
 * @throws Refusal `duplicate_email` when another account has proved it.
 */
export const attachEmail = async (
  tx: Tx,
  { project, userId, request, session, email, emailId }: Proof & { email: EmailAddress; emailId: string },
): Promise<string> => {
  const { now } = request
  const theirs = await tx
    .selectFrom('user_emails')
    .select(['email_id', 'user_id'])
    .where('project_id', '=', project.id)
    .where('email', '=', email)
    .executeTakeFirst()
  if (theirs?.user_id === userId) {
    await tx
      .updateTable('user_emails')
      .set({ verified: 1 })
      .where('project_id', '=', project.id)
      .where('email_id', '=', theirs.email_id)
      .execute()
    await touchUser(tx, project.id, userId, now)
    return theirs.email_id
  }
  const yielded = await tx
    .deleteFrom('user_emails')
    .where('project_id', '=', project.id)
    .where('email', '=', email)
    .where('verified', '=', 0)
    .returning('user_id')
    .executeTakeFirst()
  if (yielded !== undefined) await touchUser(tx, project.id, yielded.user_id, now)
  const claimed = await claimEmail(tx, project, userId, email, true, now, emailId)
  if (claimed === null) refuse('duplicate_email')
  await touchUser(tx, project.id, userId, now)
  await audit(tx, {
    projectId: project.id,
    action: 'email.added',
    actor: session ?? userId,
    userId,
    request,
    details: { email_id: claimed },
  })
  return claimed
}

/** The same for a phone number. @throws Refusal `duplicate_phone_number` */
export const attachPhoneNumber = async (
  tx: Tx,
  { project, userId, request, session, phoneNumber, phoneId }: Proof & { phoneNumber: string; phoneId: string },
): Promise<string> => {
  const { now } = request
  const theirs = await tx
    .selectFrom('user_phone_numbers')
    .select(['phone_id', 'user_id'])
    .where('project_id', '=', project.id)
    .where('phone_number', '=', phoneNumber)
    .executeTakeFirst()
  if (theirs?.user_id === userId) {
    await provePhoneNumber(tx, { project, userId, request, phoneId: theirs.phone_id })
    return theirs.phone_id
  }
  const yielded = await tx
    .deleteFrom('user_phone_numbers')
    .where('project_id', '=', project.id)
    .where('phone_number', '=', phoneNumber)
    .where('verified', '=', 0)
    .returning('user_id')
    .executeTakeFirst()
  if (yielded !== undefined) await touchUser(tx, project.id, yielded.user_id, now)
  const claimed = await claimPhoneNumber(tx, project, userId, phoneNumber, true, now, phoneId)
  if (claimed === null) refuse('duplicate_phone_number')
  await touchUser(tx, project.id, userId, now)
  await audit(tx, {
    projectId: project.id,
    action: 'phone_number.added',
    actor: session ?? userId,
    userId,
    request,
    details: { phone_id: claimed },
  })
  return claimed
}
