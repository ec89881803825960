import { isSixDigits } from '@corroborate/wire/codes'
import type { endpoints } from '@corroborate/wire/endpoints.schema'
import {
  attachContact,
  emails,
  phoneNumbers,
  proveEmail,
  provePhoneNumber,
  usersToLockForContact,
} from '../../accounts/contacts/attach.ts'
import { guessCode, guessesPerCode, type LiveSecret, lookAtCode, spend } from '../../accounts/one-time-tokens/index.ts'
import type { Held, ProvedFactor, Whose } from '../../accounts/sessions/index.ts'
import { notifyOwner } from '../../delivery/index.ts'
import { audit } from '../../platform/audit/store.ts'
import { refuse } from '../../platform/refusal/refusal.ts'
import type { RequestFacts } from '../../platform/request/facts-of.ts'
import type { Project } from '../../projects/index.ts'
import { noteFailure, requireUnlocked } from '../../protection/index.ts'
import type { Core } from '../../sdk/core/create-core.ts'
import type { Call } from '../../sdk/http/index.ts'
import { factorOf } from './factor-of.ts'
import { type PasscodePayload, passcodePayload } from './send-code.ts'

/** The users to hold while a passcode proves its address or number, or adds it to a user. */
const heldToProve = (projectId: string, userId: string, payload: PasscodePayload): Whose => {
  if (payload.attach === null) return userId
  return payload.channel === 'email'
    ? usersToLockForContact(emails, projectId, userId, payload.attach)
    : usersToLockForContact(phoneNumbers, projectId, userId, payload.attach)
}

/**
 * Proves the address or number that a passcode went to, or adds it to the user.
 * @param id of the address or number
 * @returns its id, which is another one when the user had the added address already
 * @throws Refusal `unable_to_auth_otp_code` when the user does not have it any more, and those of `attachContact`
 */
const proveContact = async (core: Core, held: Held, payload: PasscodePayload, id: string): Promise<string> => {
  const { tx, project, userId, request } = held
  const told = { project, userId, at: request.now }
  if (payload.attach === null) {
    const isTheirs = payload.channel === 'email' ? await proveEmail(core, held, id) : await provePhoneNumber(held, id)
    return isTheirs ? id : refuse('unable_to_auth_otp_code')
  }
  if (payload.channel === 'email') {
    const emailId = await attachContact(held, emails, { value: payload.attach, id })
    await notifyOwner(core, tx, { ...told, change: 'email-added', except: emailId })
    return emailId
  }
  const phoneId = await attachContact(held, phoneNumbers, { value: payload.attach, id })
  await notifyOwner(core, tx, { ...told, change: 'phone-number-added' })
  return phoneId
}

type Typed = { project: Project; request: RequestFacts; body: { method_id: string; token: string } }

/**
 * Returns the secret of a correct passcode without spending it. A guess is counted before the comparison, so that concurrent guesses cannot
 * exceed the limit. Malformed input doesn't count as a guess.
 * @throws Refusal `otp_code_not_found`, `unable_to_auth_otp_code`, and those of `requireUnlocked`
 */
const requireRightCode = async (
  { db }: Pick<Core, 'db'>,
  { project, request, body: { method_id: subject, token: code } }: Typed,
): Promise<LiveSecret> => {
  const { now } = request
  const asked = await lookAtCode(db, { projectId: project.id, kind: 'passcode', subject }, now)
  if (asked === null) refuse('otp_code_not_found')
  if (asked.failures >= guessesPerCode) refuse('unable_to_auth_otp_code')
  await requireUnlocked(db, { project, userId: asked.userId, guessed: 'passcode' }, now)
  if (!isSixDigits(code)) refuse('unable_to_auth_otp_code')
  const made = await guessCode(
    db,
    { projectId: project.id, kind: 'passcode', subject, code, most: guessesPerCode },
    now,
  )
  if (made.kind === 'right') return made.secret
  if (made.kind === 'wrong') {
    await noteFailure(db, { project, userId: made.userId, guessed: 'passcode' }, now)
    await audit(db, {
      projectId: project.id,
      action: 'passcode.refused',
      actor: 'anonymous',
      userId: made.userId,
      request,
      details: { method_id: subject },
    })
  }
  refuse('unable_to_auth_otp_code')
}

/** Spends a passcode, and signs its user in. */
export const authenticateByCode = async (core: Core, call: Call<typeof endpoints.otps.authenticate>) => {
  const { project, session, body, request } = call
  await core.guard.address('tryPerAddress', request)
  const secret = await requireRightCode(core, call)
  const { userId } = secret
  const payload = passcodePayload.parse(secret.payload)
  // Only the signed-in account owner can add an address. Owning the address is not enough.
  if (payload.attach !== null && session?.userId !== userId) refuse('user_unauthenticated')

  let factorId = secret.subject
  const prove = async (held: Held): Promise<ProvedFactor> => {
    if (!(await spend(held.tx, project.id, secret.hash, request.now))) refuse('unable_to_auth_otp_code')
    factorId = await proveContact(core, held, payload, secret.subject)
    return factorOf(payload, factorId)
  }
  const whose = heldToProve(project.id, userId, payload)
  const signedIn = await core.signIn(call, { whose, durationMinutes: body.session_duration_minutes, prove })
  return { ...signedIn, method_id: factorId }
}
