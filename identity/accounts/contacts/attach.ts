import { audit } from '../../platform/audit/index.ts'
import type { Tx } from '../../platform/database/index.ts'
import { refuse } from '../../platform/refusal/index.ts'
import { touchUser } from '../users/index.ts'
import type { ContactStore } from './contact-store.ts'
import type { Proof } from './prove.ts'

/**
 * Adds an address or number that was just proved to a signed-in user: the end of `send/secondary`. Until then it stands in
 * the secret's payload only, so that nobody's account holds a mailbox its owner has not opened. One that another account
 * claimed without proof is taken from it.
 * @returns its id, which is another than the one given when the user had it already.
 * @throws Refusal `duplicate_email` or `duplicate_phone_number` when another account has proved it.
 */
export const attachContact = async <Value extends string>(
  tx: Tx,
  contacts: ContactStore<Value>,
  { project, userId, request, session, value, id }: Proof & { value: Value; id: string },
): Promise<string> => {
  const { now } = request
  const { name, idColumn, duplicate } = contacts.kind
  const known = await contacts.find(tx, project.id, value)
  if (known?.userId === userId) {
    await contacts.markProved(tx, project.id, userId, known.id)
    await touchUser(tx, project.id, userId, now)
    return known.id
  }
  const formerUser = await contacts.takeUnproved(tx, project.id, value)
  if (formerUser !== null) await touchUser(tx, project.id, formerUser, now)
  const claimed = await contacts.claim(tx, project, userId, value, true, now, id)
  if (claimed === null) refuse(duplicate)
  await touchUser(tx, project.id, userId, now)
  await audit(tx, {
    projectId: project.id,
    action: `${name}.added`,
    actor: session ?? userId,
    userId,
    request,
    details: { [idColumn]: claimed },
  })
  return claimed
}
