import { cookieNamed } from '@corroborate/server-kit/http'
import type { Endpoint } from '@corroborate/wire/endpoint.schema'
import { endpoints } from '@corroborate/wire/endpoints.schema'
import { impersonatorOf } from '@corroborate/wire/impersonation'
import { hostCookieNames } from '@corroborate/wire/storage'
import type { LiveSession } from '../../accounts/sessions/index.ts'
import { audit } from '../../platform/audit/store.ts'
import { refuse } from '../../platform/refusal/refusal.ts'
import type { RequestFacts } from '../../platform/request/facts-of.ts'
import type { Project } from '../../projects/index.ts'
import type { Core } from '../core/create-core.ts'

/**
 * True if sessions of this request use HttpOnly cookies: the project has enabled them, and the request came to the project's own host name,
 * on the page's site.
 */
export const usesCookies = (project: Project, requestUrl: string): boolean => {
  if (!project.httpOnlyCookies) return false
  const { host, hostname } = new URL(requestUrl)
  return project.cnameDomain === host || project.cnameDomain === hostname
}

/**
 * Returns the session token from the request's cookies. Only the `__Host-` cookie counts: browsers accept it from this host alone, so
 * sibling domains cannot inject one. Ignored if duplicated.
 */
export const tokenInCookies = (header: string | undefined): string | null =>
  cookieNamed(header, hostCookieNames.sessionToken) || null

/** The session token of a request: of its credentials, else of the cookies that only the project's own host gets. */
export const tokenOf = (
  project: Project,
  { inHeader, cookies, url }: { inHeader: string | null; cookies: string | undefined; url: string },
): string | null => inHeader ?? (usesCookies(project, url) ? tokenInCookies(cookies) : null)

const attributes = 'Path=/; HttpOnly; Secure; SameSite=Lax'

/** The two `Set-Cookie` headers of a sign-in. */
export const sessionCookies = (token: string, jwt: string, expiresAt: string): string[] => {
  const expires = new Date(expiresAt).toUTCString()
  return [
    `${hostCookieNames.sessionToken}=${token}; Expires=${expires}; ${attributes}`,
    `${hostCookieNames.sessionJwt}=${jwt}; Expires=${expires}; ${attributes}`,
  ]
}

/** The two that end it. */
export const expiredCookies = (): string[] =>
  Object.values(hostCookieNames).map(name => `${name}=; Max-Age=0; ${attributes}`)

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
