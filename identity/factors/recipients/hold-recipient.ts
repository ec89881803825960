import { Outdated } from '@corroborate/server-kit/database'
import type { ContactStore } from '../../accounts/contacts/index.ts'
import { type Asking, type Held, type HeldSession, holdSession, holdUser } from '../../accounts/sessions/index.ts'
import { listUnused } from '../../accounts/single-use/index.ts'
import { requireUserWithRecentFactor } from '../../accounts/step-up/index.ts'
import type { Users } from '../../accounts/users/index.ts'
import type { Database } from '../../platform/database/index.ts'
import { newId } from '../../platform/ids/index.ts'
import type { SecretKind } from '../../platform/names/index.ts'
import { refuse } from '../../platform/refusal/index.ts'

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
  /**
   * True when another account has proved the address, and the project lets nobody know who has one: no code or link may be
   * sent to it, and all else is done as ever.
   */
  isTaken: boolean
}

type Accounts = { db: Database; users: Pick<Users, 'isAccount' | 'read'> }

/** To what a secret of this kind is sent, of the session's user or, without a session, of whoever has it. */
type Destination<Value extends string> = { contacts: ContactStore<Value>; value: Value; kind: SecretKind }

/**
 * Finds whom a link or code is for, and runs `send` while they are held: two requests for one user make their secrets one
 * after the other, so that only the newest is live.
 *
 * Without a session: who has this address or number; nobody yet: a pending user has it from now on, unverified. With one: the
 * session's own user, with an address of theirs, to prove it once more, or with a new one to add, which needs a recent factor.
 * @throws Refusal `duplicate_email` or `duplicate_phone_number` when another account has proved what is to be added and the
 * project tells who has an account,
 * `session_not_found` when the session ended meanwhile, and those of `requireRecentFactor`.
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
    // By the same statements, whether there was an account before this call or not.
    const hasAccount = (await users.isAccount(tx, project.id, userId)) || found.verified
    const recipient = { userId, factorId: found.id, attaches: false, hasAccount, isTaken: false }
    await send(held, recipient)
    return recipient
  })
}

const recipientOfSession = async <Value extends string>(
  { users }: Accounts,
  held: HeldSession,
  { contacts, value, kind }: Destination<Value>,
): Promise<Recipient> => {
  const { tx, project, userId, session, request } = held
  const known = await contacts.find(tx, project.id, value)
  if (known?.userId === userId) return { userId, factorId: known.id, attaches: false, hasAccount: true, isTaken: false }
  await requireUserWithRecentFactor(users, tx, { project, session }, request.now)
  const isTaken = known?.verified ?? false
  if (isTaken && !project.enumerationProtection) refuse(contacts.kind.duplicate)
  // Asked for once more, an address that waits for its proof keeps its id, so that its newer code voids the older one.
  const waiting = await listUnused(tx, { projectId: project.id, userId, kind })
  const same = waiting.find(({ payload }) => (payload as { attach?: unknown } | null)?.attach === value)
  const factorId = same?.subject ?? newId(contacts.kind.idKind, project.environment)
  return { userId, factorId, attaches: true, hasAccount: true, isTaken }
}
