import { endpoints } from '@corroborate/wire/endpoints.schema'
import type { AuthenticationResponseJSON } from '@simplewebauthn/server'
import { spend } from '../../accounts/one-time-tokens/index.ts'
import { type Asking, type Held, holdSession } from '../../accounts/sessions/index.ts'
import { accountName, touchUser } from '../../accounts/users/index.ts'
import { audit } from '../../platform/audit/store.ts'
import { refuse } from '../../platform/refusal/refusal.ts'
import type { Core } from '../../sdk/core/create-core.ts'
import { answer, answerWithUser, type Route } from '../../sdk/http/index.ts'
import { issueChallenge, refused, requireChallenge } from './challenge.ts'
import { countsOn } from './counter.ts'
import { factorOf } from './factor-of.ts'
import { requestOptions, requireRpId } from './options.ts'
import { fullName } from './register.ts'
import {
  type Described,
  describePasskeys,
  findPasskey,
  listByHandle,
  noteUse,
  type Passkey,
  renamePasskey,
} from './store.ts'
import { type VerifiedAssertion, verifyAssertion } from './verify.ts'

/** Endpoints for existing passkeys: renaming, and the data that browsers need about them. */
export const createUpkeepCalls = ({ db, guard }: Core): readonly Route[] => [
  answer(endpoints.webauthn.update, async call => {
    const { project, params, body, request } = call
    const { userId } = call.session
    const renamed = await holdSession(db, call, async ({ tx, session }) => {
      const registration = await renamePasskey(tx, project.id, userId, params.id, body.name)
      if (registration === null) refuse('webauthn_registration_not_found')
      await touchUser(tx, project.id, userId, request.now)
      const details = { webauthn_registration_id: params.id }
      await audit(tx, { projectId: project.id, action: 'passkey.renamed', actor: session, request, details })
      return registration
    })
    return { webauthn_registration: renamed }
  }),

  answerWithUser(endpoints.webauthn.signals, async ({ project, session, user, body: { domain }, request }) => {
    await guard.address('passkeyPerAddress', request)
    requireRpId(project, domain)
    const kept = await listByHandle(db, project.id, session.userId, domain)
    return {
      signals: kept.map(({ handle, credentialIds }) => ({
        user_handle: handle,
        name: accountName(user),
        display_name: fullName(user),
        credential_ids: credentialIds,
      })),
    }
  }),
]

/** Passkey sign-in: `start` returns the browser's options, `authenticate` accepts the signed response. */
export const createSignInCalls = (core: Core): readonly Route[] => {
  const { db, guard, logger } = core

  const start = async (asking: Asking, domain: string) => {
    const { project, session, request } = asking
    await guard.address('passkeyPerAddress', request)
    requireRpId(project, domain)
    // Names no passkey before sign-in, so that the response is the same for everyone (WebAuthn §14.6.2).
    const allowed: Described[] = session === null ? [] : await describePasskeys(db, project.id, session.userId, domain)
    const challenge = await issueChallenge(db, 'passkey_sign_in', { project, session, request, domain })
    return {
      user_id: session?.userId ?? '',
      public_key_credential_request_options: JSON.stringify(requestOptions({ domain, challenge, allowed })),
    }
  }

  /** @throws Refusal if the authenticator data contradicts the passkey, which may have been cloned */
  const requireSame = async (
    { project, request }: Asking,
    passkey: Passkey,
    verified: VerifiedAssertion,
  ): Promise<void> => {
    const { id, userId, counter, isBackupEligible } = passkey
    const isCopy = !countsOn(counter, verified.counter)
    if (!isCopy && verified.isBackupEligible === isBackupEligible) return
    const details = {
      webauthn_registration_id: id,
      reason: isCopy ? 'count_went_back' : 'backup_eligibility_changed',
      ...(isCopy && { before: counter, now: verified.counter }),
    }
    await audit(db, {
      projectId: project.id,
      action: 'passkey.refused',
      actor: 'anonymous',
      userId,
      request,
      details,
    })
    refused('This passkey may have been copied, so it was not accepted. Please log in another way and delete it.')
  }

  return [
    answer(endpoints.webauthn.authenticateStartPrimary, call => start(call, call.body.domain)),
    answer(endpoints.webauthn.authenticateStartSecondary, call => start(call, call.body.domain)),

    answer(endpoints.webauthn.authenticate, async call => {
      const { project, session, body, request } = call
      await guard.address('tryPerAddress', request)
      const credential = body.public_key_credential
      const { response } = credential
      const challenge = await requireChallenge(db, 'passkey_sign_in', call, response.clientDataJSON)
      const passkey = await findPasskey(db, project.id, credential.id)
      if (passkey === null || passkey.domain !== challenge.domain) refuse('webauthn_registration_not_found')
      // Old keys send no handle. A handle that is sent has to be that of the account (WebAuthn §7.2, step 6).
      if ((response.userHandle || passkey.userHandle) !== passkey.userHandle) return refused()
      if (challenge.isOfSession && passkey.userId !== session?.userId) refuse('webauthn_registration_not_found')

      const verified = await verifyAssertion(
        credential as AuthenticationResponseJSON,
        challenge,
        project.allowedOrigins,
        passkey,
      )
      if (verified.kind === 'refused') {
        logger.info({ request: request.id, project: project.id, reason: verified.reason }, 'passkey refused')
        return refused()
      }
      await requireSame(call, passkey, verified)

      const prove = async ({ tx }: Held) => {
        if (!(await spend(tx, project.id, challenge.hash, request.now))) return refused()
        if (!(await noteUse(tx, project.id, passkey, verified, request.now))) return refused()
        return factorOf(passkey, verified.isUserVerified)
      }
      const durationMinutes = body.session_duration_minutes
      const signedIn = await core.signIn(call, { whose: passkey.userId, durationMinutes, prove })
      return { ...signedIn, webauthn_registration_id: passkey.id }
    }),
  ]
}
