import { endpoints } from '@corroborate/wire/endpoints.schema'
import { holdSession } from '../../accounts/sessions/index.ts'
import { audit } from '../../platform/audit/store.ts'
import { refuse } from '../../platform/refusal/refusal.ts'
import type { Core } from '../../sdk/core/create-core.ts'
import { answer, type Route } from '../../sdk/http/index.ts'
import { logoPath } from '../logo-path.ts'
import {
  type Client,
  type Consent,
  deleteAuthorizations,
  deleteConsents,
  findClient,
  findConsents,
  revokeGrantsOf,
} from '../store/index.ts'

/** Endpoints to list and revoke a user's connected applications. */
export const connectedAppCalls = ({ db, origin }: Core): readonly Route[] => [
  answer(endpoints.users.connectedApps, async ({ project, session }) => {
    const consents = await findConsents(db, project.id, { userId: session.userId })
    const apps = consents.map(async consent => shown(consent, await findClient(db, project.id, consent.clientId)))
    return { connected_apps: await Promise.all(apps) }

    function shown({ clientId, scopes, grantedAt, updatedAt }: Consent, client: Client | null) {
      return {
        connected_app_id: clientId,
        name: client?.name ?? clientId,
        description: client?.description ?? '',
        client_type: client?.isPublic === true ? ('third_party_public' as const) : ('third_party' as const),
        ...(client?.logo != null && { logo_url: `${origin}${logoPath(project.id, clientId)}` }),
        scopes_granted: scopes.join(' '),
        granted_at: new Date(grantedAt).toISOString(),
        updated_at: new Date(updatedAt).toISOString(),
      }
    }
  }),

  answer(endpoints.users.revokeConnectedApp, async ({ project, session, request, params }) => {
    const of = { userId: session.userId, clientId: params.id }
    await holdSession(db, { project, session, request }, async ({ tx }) => {
      if ((await deleteConsents(tx, project.id, of)) === 0) refuse('connected_app_not_found')
      await revokeGrantsOf(tx, project.id, of)
      await deleteAuthorizations(tx, project.id, of)
      await audit(tx, {
        projectId: project.id,
        action: 'app.revoked',
        actor: session,
        request,
        details: { client_id: params.id },
      })
    })
    return {}
  }),
]
