import { Outdated } from '@corroborate/server-kit/database'
import type { ContactStore } from '../../accounts/contacts/contact-store.ts'
import { listUnused } from '../../accounts/one-time-tokens/index.ts'
import { type Asking, type Held, holdSession, holdUser, type LockedSession } from '../../accounts/sessions/index.ts'
import { requireUserWithRecentFactor } from '../../accounts/step-up/require-user-with-recent-factor.ts'
import type { Users } from '../../accounts/users/index.ts'
import type { Database } from '../../platform/database/index.ts'
import { newId } from '../../platform/ids/index.ts'
import type { SecretKind } from '../../platform/names/index.ts'
import { refuse } from '../../platform/refusal/refusal.ts'

/** The user that a link or code is for, as far as is known before anything is proved. */
export type Recipient = {
  userId: string
  /** The id of the address or number. A new one has its id in the secret alone until it is proved. */
  factorId: string
  /** True when the proof adds the address to the user: the end of `send/secondary`. Until then no account has it. */
  attaches: boolean
  /**
   * False for an address that has only been typed. Determines the mail's text, which only the address owner reads. The response must not
   * reveal it.
   */
  hasAccount: boolean
  /**
   * True if another account has verified the address and enumeration protection is on. No code or link may be sent to it; everything else
   * proceeds as usual.
   */
  isTaken: boolean
}

type Accounts = { db: Database; users: Pick<Users, 'isAccount' | 'read'> }

/** The address or number that a secret of this kind is sent to. */
type Destination<Value extends string> = { contacts: ContactStore<Value>; value: Value; kind: SecretKind }

/**
 * Finds the user that a link or code is for and runs `send` while that user is locked. Concurrent requests for a user are serialized, so
 * that only the newest secret works.
 * Without a session it is the user with the address or number; if there is none, a new pending user gets it, unverified. With a session it
 * is the session's user: with an address of theirs to verify again, or with a new one to add, which needs a recent factor.
 * @throws Refusal `duplicate_email` or `duplicate_phone_number` if another account has verified the contact to be added and enumeration
 * protection is off; `session_not_found` if the session ended meanwhile; and those of `requireUserWithRecentFactor`
 */
export const holdRecipient = async <Value extends string>(
  core: Accounts,
  call: Asking,
  destination: Destination<Value>,
  send: (held: Held, recipient: Recipient) => Promise<void>,
): Promise<Recipient> => {
  const { session } = call
  if (session === null) return holdOwner(core, call, destination, send)
  return holdSession(core.db, { ...call, session }, async held => {
    const recipient = await recipientOfSession(core, held, destination)
    await send(held, recipient)
    return recipient
  })
}

const holdOwner = <Value extends string>(
  { db, users }: Accounts,
  call: Asking,
  { contacts, value }: Destination<Value>,
  send: (held: Held, recipient: Recipient) => Promise<void>,
): Promise<Recipient> => {
  const { project, request } = call
  const findOwner = async (tx: Held['tx']) => (await contacts.findOrCreate(tx, project, value, request.now)).userId
  return holdUser(db, call, findOwner, async held => {
    const { tx, userId } = held
    const found = await contacts.find(tx, project.id, value)
    if (found?.userId !== userId) throw new Outdated('The address went to somebody else before its user was held.')
    // The same statements run, whether there was an account before this call or not.
    const hasAccount = (await users.isAccount(tx, project.id, userId)) || found.verified
    const recipient = { userId, factorId: found.id, attaches: false, hasAccount, isTaken: false }
    await send(held, recipient)
    return recipient
  })
}

const recipientOfSession = async <Value extends string>(
  { users }: Accounts,
  held: LockedSession,
  { contacts, value, kind }: Destination<Value>,
): Promise<Recipient> => {
  const { tx, project, userId, session, request } = held
  const known = await contacts.find(tx, project.id, value)
  if (known?.userId === userId) return { userId, factorId: known.id, attaches: false, hasAccount: true, isTaken: false }
  await requireUserWithRecentFactor(users, tx, { project, session }, request.now)
  const isTaken = known?.verified ?? false
  if (isTaken && !project.enumerationProtection) refuse(contacts.kind.duplicate)
  // A pending address keeps its ID when requested again, so that the newer code revokes the older one.
  const waiting = await listUnused(tx, { projectId: project.id, userId, kind })
  const same = waiting.find(({ payload }) => (payload as { attach?: unknown } | null)?.attach === value)
  const factorId = same?.subject ?? newId(contacts.kind.idKind, project.environment)
  return { userId, factorId, attaches: true, hasAccount: true, isTaken }
}

/** The endpoint that requests a link or code: `login_or_create`, `send/primary` or `send/secondary`. */
export type Purpose = 'login_or_create' | 'primary' | 'secondary'

/** Message to send: the link or code, or a mail that explains why there is none. */
export type ChosenMessage = 'secret' | 'address-taken' | 'no-account'

/**
 * Selects the message for a recipient. An address verified by another account gets no link or code, and `send/primary` creates no accounts.
 * Only the mail discloses this; the response is always the same. Pure.
 */
export const chooseMessage = (
  purpose: Purpose,
  { hasAccount, isTaken }: Pick<Recipient, 'hasAccount' | 'isTaken'>,
): ChosenMessage => {
  if (isTaken) return 'address-taken'
  return hasAccount || purpose !== 'primary' ? 'secret' : 'no-account'
}
