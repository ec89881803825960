import type { endpoints } from '@corroborate/wire/endpoints.schema'
import { emails, proveEmail } from '../../accounts/contacts/index.ts'
import type { Held } from '../../accounts/sessions/index.ts'
import { checkVerifier, lookAtToken, spend } from '../../accounts/single-use/index.ts'
import { refuse } from '../../platform/refusal/index.ts'
import type { Core } from '../../sdk/core/index.ts'
import type { Call } from '../../sdk/http/index.ts'
import { changePassword } from './change-password.ts'
import { forgiveTries } from './require-password.ts'
import { knowledge, type Tools } from './tools.ts'

/** Sets a new password with the token of a reset mail and signs its owner in. */
export const resetByEmail = async (
  core: Core,
  { hasher, judge }: Pick<Tools, 'hasher' | 'judge'>,
  call: Call<typeof endpoints.passwords.resetByEmail>,
) => {
  const { db, guard } = core
  const { project, body, request } = call
  const { now } = request
  await guard.address('tryPerAddress', request)
  const secret = await lookAtToken(db, project.id, ['password_reset'], body.token, now)
  if (secret === null) refuse('unable_to_auth_password_reset_token')
  // A wrong verifier or a weak password does not spend the token: the person can try again.
  checkVerifier(secret.codeChallenge, body.code_verifier)
  const { userId, subject: emailId } = secret
  const email = await emails.valueOf(db, project.id, userId, emailId)
  if (email === null) refuse('unable_to_auth_password_reset_token')
  await judge.requireStrong(body.password, { project, email })
  const hash = await hasher.hash(body.password)

  const prove = async (held: Held) => {
    if (!(await spend(held.tx, project.id, secret.hash, now))) refuse('unable_to_auth_password_reset_token')
    // Runs before the change: the first verification removes data that an attacker may have set, which must not include the new password.
    if (!(await proveEmail(core, held, emailId))) refuse('unable_to_auth_password_reset_token')
    await changePassword(core, held, { hash, by: 'email' })
    return knowledge
  }
  const signedIn = await core.signIn(call, { whose: userId, durationMinutes: body.session_duration_minutes, prove })
  await forgiveTries(core, project, email)
  return signedIn
}
