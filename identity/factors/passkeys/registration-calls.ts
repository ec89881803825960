import { endpoints } from '@corroborate/wire/endpoints.schema'
import type { User } from '@corroborate/wire/types'
import type { RegistrationResponseJSON } from '@simplewebauthn/server'
import {
  type Held,
  type HeldSession,
  holdSession,
  type ProvedFactor,
  requireSession,
} from '../../accounts/sessions/index.ts'
import { spend } from '../../accounts/single-use/index.ts'
import { requireRecentFactor } from '../../accounts/step-up/index.ts'
import { accountName, touchUser } from '../../accounts/users/index.ts'
import { tellOwner } from '../../delivery/index.ts'
import { audit } from '../../platform/audit/index.ts'
import { refuse } from '../../platform/refusal/index.ts'
import type { Core } from '../../sdk/core/index.ts'
import { answer, type Route } from '../../sdk/http/index.ts'
import { issueChallenge, type Registering, refused, requireChallenge } from './challenge.ts'
import { factorOf } from './factor-of.ts'
import { guessName } from './guess-name.ts'
import { creationOptions } from './options.ts'
import { requireRpId } from './rp-id.ts'
import { describePasskeys, handleFor, insertPasskey } from './store.ts'
import { verifyRegistration } from './verify.ts'

/** Passkeys of one account: enough for every device, and a bound on what one account makes us keep. */
const mostOfUser = 50

/** A new passkey, for whoever is signed in: `start` gives what the browser needs, `register` takes what it made. */
export const createRegistrationCalls = (core: Core): readonly Route[] => {
  const { db, guard, logger, users } = core

  /** The session's user, once the session may change how they sign in. `at` is when the change began. */
  const requireSensitive = async ({ tx, project, session }: HeldSession, at: number): Promise<User> => {
    const user = await users.read(tx, project.id, session.userId, at)
    if (user === null) refuse('session_not_found')
    requireRecentFactor({ project, session, user, now: at })
    if (user.webauthn_registrations.length >= mostOfUser) {
      refuse('bad_request', { message: `An account has ${mostOfUser} passkeys at most. Please delete one first.` })
    }
    return user
  }

  return [
    answer(endpoints.webauthn.registerStart, async call => {
      const { project, body, request } = call
      const { domain } = body
      await guard.address('tryPerAddress', request)
      requireRpId(project, domain)
      const options = await holdSession(db, call, async held => {
        const { tx, session, userId } = held
        const user = await requireSensitive(held, request.now)
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
    }),

    answer(endpoints.webauthn.register, async call => {
      const { project, body, request } = call
      const { now } = request
      await guard.address('tryPerAddress', request)
      const credential = body.public_key_credential
      const challenge = await requireChallenge(db, 'passkey_registration', call, credential.response.clientDataJSON)
      const { registration } = challenge
      if (registration === null) return refused()
      const verified = await verifyRegistration(
        credential as RegistrationResponseJSON,
        challenge,
        project.allowedOrigins,
      )
      if (verified.kind === 'refused') {
        logger.info({ request: request.id, project: project.id, reason: verified.reason }, 'passkey not registered')
        return refused('The passkey could not be made sure of. Please try again.')
      }

      let id = ''
      const prove = async (held: Held): Promise<ProvedFactor> => {
        const own = requireSession(held)
        const { tx, userId } = own
        // What was recent when the browser was asked is recent enough: people look for their key meanwhile.
        await requireSensitive(own, challenge.at)
        if (!(await spend(tx, project.id, challenge.hash, now))) return refused()
        const { domain } = challenge
        const passkey = {
          ...verified,
          ...registration,
          domain,
          name: guessName(verified.aaguid, registration.userAgent),
          transports: credential.response.transports ?? [],
          isDiscoverable: registration.isDiscoverable || credential.clientExtensionResults?.credProps?.rk === true,
        }
        const inserted = await insertPasskey(tx, project, userId, passkey, now)
        if (inserted === null) return refused('This passkey is registered already.')
        id = inserted
        await touchUser(tx, project.id, userId, now)
        await audit(tx, {
          projectId: project.id,
          action: 'passkey.registered',
          actor: own.session,
          request,
          details: { webauthn_registration_id: id, domain },
        })
        await tellOwner(core, tx, { project, userId, change: 'passkey-added', at: now })
        return factorOf({ id, domain, userAgent: registration.userAgent }, verified.isUserVerified)
      }
      const whose = call.session.userId
      // A session that is not asked to last longer ends when it would have.
      const signedIn = await core.signIn(call, { whose, durationMinutes: body.session_duration_minutes ?? 0, prove })
      return { ...signedIn, webauthn_registration_id: id }
    }),
  ]
}

const fullName = ({ name }: User): string => `${name.first_name} ${name.last_name}`.trim()
