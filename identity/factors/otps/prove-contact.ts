import {
  attachContact,
  emails,
  heldToAttach,
  phoneNumbers,
  proveEmail,
  provePhoneNumber,
} from '../../accounts/contacts/index.ts'
import type { Held, Whose } from '../../accounts/sessions/index.ts'
import { tellOwner } from '../../delivery/index.ts'
import { refuse } from '../../platform/refusal/index.ts'
import type { Core } from '../../sdk/core/index.ts'
import type { PasscodePayload } from './passcode-payload.ts'

/** The users to hold while a passcode proves its address or number, or adds it to a user. */
export const heldToProve = (projectId: string, userId: string, payload: PasscodePayload): Whose => {
  if (payload.attach === null) return userId
  return payload.channel === 'email'
    ? heldToAttach(emails, projectId, userId, payload.attach)
    : heldToAttach(phoneNumbers, projectId, userId, payload.attach)
}

/**
 * Proves the address or number that a passcode went to, or adds it to the user.
 * @param id of the address or number
 * @returns its id, which is another one when the user had the added address already
 * @throws Refusal `unable_to_auth_otp_code` when the user does not have it any more, and those of `attachContact`
 */
export const proveContact = async (core: Core, held: Held, payload: PasscodePayload, id: string): Promise<string> => {
  const { tx, project, userId, request } = held
  const told = { project, userId, at: request.now }
  if (payload.attach === null) {
    const isTheirs = payload.channel === 'email' ? await proveEmail(core, held, id) : await provePhoneNumber(held, id)
    return isTheirs ? id : refuse('unable_to_auth_otp_code')
  }
  if (payload.channel === 'email') {
    const emailId = await attachContact(held, emails, { value: payload.attach, id })
    await tellOwner(core, tx, { ...told, change: 'email-added', except: emailId })
    return emailId
  }
  const phoneId = await attachContact(held, phoneNumbers, { value: payload.attach, id })
  await tellOwner(core, tx, { ...told, change: 'phone-number-added' })
  return phoneId
}
