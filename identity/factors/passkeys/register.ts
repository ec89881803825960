import type { endpoints } from '@corroborate/wire/endpoints.schema'
import type { RegistrationResponseJSON } from '@simplewebauthn/server'
import { type Held, type ProvedFactor, requireSession } from '../../accounts/sessions/index.ts'
import { spend } from '../../accounts/single-use/index.ts'
import { touchUser } from '../../accounts/users/index.ts'
import { tellOwner } from '../../delivery/index.ts'
import { audit } from '../../platform/audit/index.ts'
import type { Core } from '../../sdk/core/index.ts'
import type { Call } from '../../sdk/http/index.ts'
import { type Challenge, refused, requireChallenge } from './challenge.ts'
import { factorOf } from './factor-of.ts'
import { newPasskeyOf } from './new-passkey.ts'
import { requireMayAdd } from './require-may-add.ts'
import { insertPasskey, type NewPasskey } from './store.ts'
import { verifyRegistration } from './verify.ts'

type Registration = Call<typeof endpoints.webauthn.register>

/** Registers the browser's new passkey for the session's user. */
export const register = async (core: Core, call: Registration) => {
  const { project, body, request } = call
  const { now } = request
  const { challenge, passkey, isUserVerified } = await requirePasskey(core, call)

  let id = ''
  const prove = async (held: Held): Promise<ProvedFactor> => {
    const own = requireSession(held)
    const { tx, userId } = own
    // A factor that was recent at the start of the ceremony suffices: users need time to find their key.
    await requireMayAdd(core.users, own, challenge.at)
    if (!(await spend(tx, project.id, challenge.hash, now))) return refused()
    const inserted = await insertPasskey(tx, project, userId, passkey, now)
    if (inserted === null) return refused('This passkey is already registered.')
    id = inserted
    await touchUser(tx, project.id, userId, now)
    await audit(tx, {
      projectId: project.id,
      action: 'passkey.registered',
      actor: own.session,
      request,
      details: { webauthn_registration_id: id, domain: passkey.domain },
    })
    await tellOwner(core, tx, { project, userId, change: 'passkey-added', at: now })
    return factorOf({ ...passkey, id }, isUserVerified)
  }
  const whose = call.session.userId
  // Without a duration in the call, the session ends when it would have ended.
  const signedIn = await core.signIn(call, { whose, durationMinutes: body.session_duration_minutes ?? 0, prove })
  return { ...signedIn, webauthn_registration_id: id }
}

/** The passkey that a browser made, and the challenge that it answers. @throws Refusal when it cannot be verified */
const requirePasskey = async (
  { db, guard, logger }: Core,
  call: Registration,
): Promise<{ challenge: Challenge; passkey: NewPasskey; isUserVerified: boolean }> => {
  const { project, request } = call
  const credential = call.body.public_key_credential
  await guard.address('tryPerAddress', request)
  const challenge = await requireChallenge(db, 'passkey_registration', call, credential.response.clientDataJSON)
  const { registration } = challenge
  if (registration === null) return refused()
  const verified = await verifyRegistration(credential as RegistrationResponseJSON, challenge, project.allowedOrigins)
  if (verified.kind === 'refused') {
    logger.info({ request: request.id, project: project.id, reason: verified.reason }, 'passkey not registered')
    return refused('The passkey could not be verified. Please try again.')
  }
  const passkey = newPasskeyOf({
    verified,
    registration,
    domain: challenge.domain,
    transports: credential.response.transports,
    isDiscoverable: credential.clientExtensionResults?.credProps?.rk === true,
  })
  return { challenge, passkey, isUserVerified: verified.isUserVerified }
}
