import type { EmailAddress } from '@corroborate/wire/email'
import { type ContactStore, emails, phoneNumbers } from '../../accounts/contacts/index.ts'
import type { LiveSession } from '../../accounts/sessions/index.ts'
import { listUnused } from '../../accounts/single-use/index.ts'
import { requireRecentFactor } from '../../accounts/step-up/index.ts'
import { lockUser, type Users } from '../../accounts/users/index.ts'
import type { Tx } from '../../platform/database/index.ts'
import { newId } from '../../platform/ids/index.ts'
import type { SecretKind } from '../../platform/names/index.ts'
import { refuse } from '../../platform/refusal/index.ts'
import type { RequestFacts } from '../../platform/request/index.ts'
import type { Project } from '../../projects/index.ts'

/** Whom a link or code is for, as it is known before anything is proved. */
export type Recipient = {
  userId: string
  /** The id of the address or number; an `attached` one has it from now on, in the secret alone. */
  factorId: string
  /** True when the proof adds the address to the user: the end of `send/secondary`. Until then it stands in no account. */
  attaches: boolean
  /**
   * False for an address that somebody has only ever typed. Decides what the mail says, which its owner alone reads; it
   * must not show in the answer.
   */
  hasAccount: boolean
}

type Accounts = { users: Pick<Users, 'isAccount' | 'read'> }
type Found = { userId: string; verified: boolean }

/** Whether there was an account before this call: by the same statements, whether there was one or not. */
const hadAccount = async (
  { users }: Accounts,
  tx: Tx,
  projectId: string,
  { userId, verified }: Found,
): Promise<boolean> => {
  // Two requests for one user make their codes one after the other, so that only the newest is live.
  await lockUser(tx, projectId, userId)
  return (await users.isAccount(tx, projectId, userId)) || verified
}

/** Who has this address; nobody yet: a pending user has it from now on, unverified. */
export const recipientByEmail = (
  core: Accounts,
  tx: Tx,
  project: Project,
  email: EmailAddress,
  now: number,
): Promise<Recipient> => recipientBy(core, tx, emails, project, email, now)

/** The same for a phone number. */
export const recipientByPhoneNumber = (
  core: Accounts,
  tx: Tx,
  project: Project,
  phoneNumber: string,
  now: number,
): Promise<Recipient> => recipientBy(core, tx, phoneNumbers, project, phoneNumber, now)

const recipientBy = async <Value extends string>(
  core: Accounts,
  tx: Tx,
  contacts: ContactStore<Value>,
  project: Project,
  value: Value,
  now: number,
): Promise<Recipient> => {
  const found = await contacts.findOrCreate(tx, project, value, now)
  const hasAccount = await hadAccount(core, tx, project.id, found)
  return { userId: found.userId, factorId: found.id, attaches: false, hasAccount }
}

type OfSession = { project: Project; session: LiveSession; request: RequestFacts; kind: SecretKind }

/**
 * The session's own user: with an address of theirs, to prove it once more, or with a new one to add, which needs a recent
 * factor.
 * @throws Refusal `duplicate_email` when another account has proved the address, and those of `requireRecentFactor`.
 */
export const recipientOfSessionByEmail = (
  core: Accounts,
  tx: Tx,
  of: OfSession,
  email: EmailAddress,
): Promise<Recipient> => recipientOfSession(core, tx, emails, of, email)

/** The same for a phone number. @throws Refusal `duplicate_phone_number`, and those of `requireRecentFactor`. */
export const recipientOfSessionByPhoneNumber = (
  core: Accounts,
  tx: Tx,
  of: OfSession,
  phoneNumber: string,
): Promise<Recipient> => recipientOfSession(core, tx, phoneNumbers, of, phoneNumber)

const recipientOfSession = async <Value extends string>(
  core: Accounts,
  tx: Tx,
  contacts: ContactStore<Value>,
  of: OfSession,
  value: Value,
): Promise<Recipient> => {
  await lockUser(tx, of.project.id, of.session.userId)
  const known = await contacts.find(tx, of.project.id, value)
  if (known?.userId === of.session.userId) return ownRecipient(of, known.id)
  await requireRecent(core, tx, of)
  if (known?.verified) refuse(contacts.kind.duplicate)
  return newRecipient(tx, of, value, contacts.kind.idKind)
}

const ownRecipient = ({ session }: OfSession, factorId: string): Recipient => ({
  userId: session.userId,
  factorId,
  attaches: false,
  hasAccount: true,
})

const requireRecent = async (
  { users }: Accounts,
  tx: Tx,
  { project, session, request: { now } }: OfSession,
): Promise<void> => {
  const user = await users.read(tx, project.id, session.userId, now)
  if (user === null) refuse('session_not_found')
  requireRecentFactor({ project, session, user, now })
}

/** Asked for once more, an address that waits for its proof keeps its id, so that its newer code voids the older one. */
const newRecipient = async (
  tx: Tx,
  { project, session, kind }: OfSession,
  address: string,
  idKind: 'email' | 'phone-number',
): Promise<Recipient> => {
  const waiting = await listUnused(tx, { projectId: project.id, userId: session.userId, kind })
  const same = waiting.find(({ payload }) => (payload as { attach?: unknown } | null)?.attach === address)
  return {
    userId: session.userId,
    factorId: same?.subject ?? newId(idKind, project.environment),
    attaches: true,
    hasAccount: true,
  }
}
