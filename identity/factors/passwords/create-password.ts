import { Outdated, runTransaction } from '@corroborate/server-kit/database'
import type { EmailAddress } from '@corroborate/wire/email'
import type { endpoints } from '@corroborate/wire/endpoints.schema'
import { emails } from '../../accounts/contacts/index.ts'
import type { Held } from '../../accounts/sessions/index.ts'
import type { Users } from '../../accounts/users/index.ts'
import { audit } from '../../platform/audit/index.ts'
import type { Tx } from '../../platform/database/index.ts'
import { refuse } from '../../platform/refusal/index.ts'
import type { Core } from '../../sdk/core/index.ts'
import type { Call } from '../../sdk/http/index.ts'
import { setPassword } from './password-store.ts'
import { knowledge, type Tools } from './tools.ts'

/** Signs up with an address and a password. An address that has an account is refused: its owner is sent a mail instead. */
export const createPassword = async (
  core: Core,
  { hasher, judge }: Pick<Tools, 'hasher' | 'judge'>,
  call: Call<typeof endpoints.passwords.create>,
) => {
  const { db, guard, captcha } = core
  const { project, body, request } = call
  const { now } = request
  const kept = [await guard.address('registerPerAddress', request)]
  await captcha.requireWhenNear({ project, request, body, kept })
  await judge.requireStrong(body.password, { project, email: body.email })
  const hash = await hasher.hash(body.password)

  // A project that hides who has an account lets nobody in before the mailbox is proved. The client sends a reset mail next.
  if (project.enumerationProtection) {
    await runTransaction(db, tx => emails.findOrCreate(tx, project, body.email, now))
    refuse('reset_password', { message: 'Please confirm your e-mail address to go on.' })
  }

  let emailId = ''
  const whose = async (tx: Tx) => (await emails.findOrCreate(tx, project, body.email, now)).userId
  const prove = async (held: Held) => {
    const { tx, userId } = held
    emailId = await requireUnclaimed(core.users, held, body.email)
    await setPassword(tx, project, userId, { scheme: 'argon2', hash }, now)
    await audit(tx, { projectId: project.id, action: 'password.created', actor: userId, userId, request })
    return knowledge
  }
  const signedIn = await core.signIn(call, { whose, durationMinutes: body.session_duration_minutes, prove })
  return { ...signedIn, email_id: emailId }
}

/**
 * The id of an address that has no account: somebody has only ever typed it. Every other address gets the same refusal,
 * with a password or without, proved or not. The client then sends its owner a mail.
 * @throws Refusal `reset_password`
 */
const requireUnclaimed = async (
  users: Pick<Users, 'isAccount'>,
  { tx, project, userId }: Held,
  email: EmailAddress,
): Promise<string> => {
  const found = await emails.find(tx, project.id, email)
  if (found?.userId !== userId) throw new Outdated('The address went to somebody else before its user was held.')
  if (found.verified || (await users.isAccount(tx, project.id, userId))) refuse('reset_password')
  return found.id
}
