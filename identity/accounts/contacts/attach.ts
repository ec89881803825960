import { Outdated } from '@corroborate/server-kit/database'
import { audit } from '../../platform/audit/index.ts'
import type { Tx } from '../../platform/database/index.ts'
import { refuse } from '../../platform/refusal/index.ts'
import { type Held, requireSession } from '../sessions/index.ts'
import { touchUser } from '../users/index.ts'
import type { ContactStore } from './contact-store.ts'

/** Whom to hold while a user gains an address or number: who has it without proof loses it, and is held too. */
export const heldToAttach =
  <Value extends string>(contacts: ContactStore<Value>, projectId: string, userId: string, value: Value) =>
  async (tx: Tx): Promise<readonly [string, ...string[]]> => {
    const known = await contacts.find(tx, projectId, value)
    return known === null || known.verified ? [userId] : [userId, known.userId]
  }

/**
 * Adds an address or number that was just proved to a signed-in user: the end of `send/secondary`. Until then it stands in
 * the secret's payload only, so that nobody's account holds a mailbox its owner has not opened. One that another account
 * claimed without proof is taken from it. Hold whom `heldToAttach` says.
 * @returns its id, which is another than the one given when the user had it already.
 * @throws Refusal `duplicate_email` or `duplicate_phone_number` when another account has proved it; `session_not_found`
 * when the session ended meanwhile: an address is added by whoever is signed in, never by its owner alone.
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
  // What is the user's own and unproved is proved by `proveEmail`, which takes a stranger's things away.
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
