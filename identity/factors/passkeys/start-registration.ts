import type { endpoints } from '@corroborate/wire/endpoints.schema'
import { holdSession } from '../../accounts/sessions/index.ts'
import { accountName } from '../../accounts/users/index.ts'
import type { Core } from '../../sdk/core/index.ts'
import type { Call } from '../../sdk/http/index.ts'
import { issueChallenge, type Registering } from './challenge.ts'
import { fullName } from './full-name.ts'
import { creationOptions } from './options.ts'
import { requireMayAdd } from './require-may-add.ts'
import { requireRpId } from './rp-id.ts'
import { describePasskeys, handleFor } from './store.ts'

/** Returns the browser's options for a new passkey of the session's user. */
export const startRegistration = async (core: Core, call: Call<typeof endpoints.webauthn.registerStart>) => {
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
