import { Outdated, runTransaction } from '@corroborate/server-kit/database'
import { addressKey } from '@corroborate/server-kit/limits'
import type { EmailAddress } from '@corroborate/wire/email'
import { endpoints } from '@corroborate/wire/endpoints.schema'
import { emails } from '../../accounts/contacts/attach.ts'
import type { Held } from '../../accounts/sessions/index.ts'
import type { Users } from '../../accounts/users/index.ts'
import { audit } from '../../platform/audit/store.ts'
import type { Tx } from '../../platform/database/index.ts'
import { refuse } from '../../platform/refusal/refusal.ts'
import type { Core } from '../../sdk/core/create-core.ts'
import { answer, type Call, type Route } from '../../sdk/http/index.ts'
import { requirePassword, requireUnchanged } from './require-password.ts'
import { resetByEmail, resetByExistingPassword, resetBySession } from './reset.ts'
import { startReset } from './start-reset.ts'
import { replaceHash, setPassword } from './store.ts'
import { createTurns } from './strength/grader.ts'
import { knowledge, type Tools } from './tools.ts'

/** Logs in with a password. A hash that is not made as we make them now is replaced by one that is. */
const authenticateByPassword = async (
  core: Core,
  tools: Pick<Tools, 'hasher' | 'breaches'>,
  call: Call<typeof endpoints.passwords.authenticate>,
) => {
  const { hasher } = tools
  const { project, body } = call
  const { userId, password } = await requirePassword(core, tools, call, body.password)
  const newer = hasher.isOutdated(password) ? await hasher.hash(body.password) : null
  const prove = async (held: Held) => {
    await requireUnchanged(held, password.hash)
    if (newer !== null) {
      await replaceHash(held.tx, project.id, userId, password.hash, { scheme: 'argon2', hash: newer })
    }
    return knowledge
  }
  return core.signIn(call, { whose: userId, durationMinutes: body.session_duration_minutes, prove })
}

/** Signs up with an email address and a password. If the address has an account, it is rejected and the owner gets a mail instead. */
const createPassword = async (
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

  // With enumeration protection, sign-up requires a verified mailbox first. The client sends a reset mail next.
  if (project.enumerationProtection) {
    await runTransaction(db, tx => emails.findOrCreate(tx, project, body.email, now))
    refuse('reset_password', { message: 'Please confirm your e-mail address to continue.' })
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
 * Returns the ID of an address without an account, one that has only been typed. Every other address gets the same error, with or without a
 * password, verified or not. The client then sends the owner a mail.
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

/** Passwords of one sender that are graded at once: people type one at a time, and some share an address. */
const gradesAtOnce = 8

/** Passwords: made, proved, graded, and reset in three ways. */
export const createPasswordCalls = (core: Core, tools: Tools): readonly Route[] => {
  const turns = createTurns(gradesAtOnce)
  const { passwords } = endpoints
  return [
    answer(passwords.create, call => createPassword(core, tools, call)),
    answer(passwords.authenticate, call => authenticateByPassword(core, tools, call)),
    answer(passwords.strengthCheck, async ({ project, body, request }) => {
      await core.guard.address('strengthPerAddress', request)
      const sender = addressKey(request.address)
      return turns(sender, () => tools.judge.judge(body.password, { project, email: body.email }))
    }),
    answer(passwords.resetByEmailStart, call => startReset(core, call)),
    answer(passwords.resetByEmail, call => resetByEmail(core, tools, call)),
    answer(passwords.resetByExistingPassword, call => resetByExistingPassword(core, tools, call)),
    answer(passwords.resetBySession, call => resetBySession(core, tools, call)),
  ]
}
