import type { endpoints } from '@corroborate/wire/endpoints.schema'
import type { Held, ProvedFactor } from '../../accounts/sessions/index.ts'
import { spend } from '../../accounts/single-use/index.ts'
import { refuse } from '../../platform/refusal/index.ts'
import type { Core } from '../../sdk/core/index.ts'
import type { Call } from '../../sdk/http/index.ts'
import { factorOf } from './factor-of.ts'
import { passcodePayload } from './passcode-payload.ts'
import { heldToProve, proveContact } from './prove-contact.ts'
import { requireRightCode } from './require-right-code.ts'

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
