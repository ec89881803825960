import { endpoints } from '@corroborate/wire/endpoints.schema'
import { holdSession } from '../../accounts/sessions/index.ts'
import { accountName, touchUser } from '../../accounts/users/index.ts'
import { audit } from '../../platform/audit/index.ts'
import { refuse } from '../../platform/refusal/index.ts'
import type { Core } from '../../sdk/core/index.ts'
import { answer, answerWithUser, type Route } from '../../sdk/http/index.ts'
import { fullName } from './full-name.ts'
import { requireRpId } from './rp-id.ts'
import { listByHandle, renamePasskey } from './store.ts'

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
