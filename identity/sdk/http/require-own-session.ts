import type { Endpoint } from '@corroborate/wire/endpoint.schema'
import { endpoints } from '@corroborate/wire/endpoints.schema'
import { impersonatorOf } from '@corroborate/wire/impersonation'
import type { LiveSession } from '../../accounts/sessions/index.ts'
import { audit } from '../../platform/audit/store.ts'
import { refuse } from '../../platform/refusal/refusal.ts'
import type { RequestFacts } from '../../platform/request/facts-of.ts'
import type { Project } from '../../projects/index.ts'
import type { Core } from '../core/index.ts'

declare module '../../platform/names/index.ts' {
  interface OperatorEvents {
    /** An operator read something of the user they impersonate. */
    'impersonation.read': true
    /** An operator attempted an action not allowed while impersonating. */
    'impersonation.refused': true
  }
}

/** Read endpoints allowed while impersonating. All other endpoints with a session reject it unless listed here. */
const reads: ReadonlySet<Endpoint> = new Set<Endpoint>([
  endpoints.users.me,
  endpoints.users.connectedApps,
  endpoints.account.sessions,
  endpoints.account.devices,
  endpoints.account.events,
])

/** Keep the session alive, or end it. The first is called every few minutes and shows nothing new; the second audits itself. */
const ofTheSession: ReadonlySet<Endpoint> = new Set<Endpoint>([
  endpoints.sessions.authenticate,
  endpoints.sessions.revoke,
])

type Asked = { project: Project; session: LiveSession | null; request: RequestFacts; endpoint: Endpoint }

/**
 * Makes impersonated sessions read-only: everything except listed reads is rejected, and both are audited with the operator and the user.
 * @throws Refusal `session_not_mutable_impersonated`
 */
export const requireOwnSession = async (
  { db }: Pick<Core, 'db'>,
  { project, session, request, endpoint }: Asked,
): Promise<void> => {
  if (session === null || impersonatorOf(session.factors) === null || ofTheSession.has(endpoint)) return
  const isRead = reads.has(endpoint)
  await audit(db, {
    projectId: project.id,
    action: isRead ? 'impersonation.read' : 'impersonation.refused',
    actor: session,
    request,
    details: { call: `${endpoint.method} ${endpoint.path}` },
  })
  if (!isRead) refuse('session_not_mutable_impersonated')
}
