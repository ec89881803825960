import { cookieNamed } from '@corroborate/server-kit/http'
import { hostCookieNames } from '@corroborate/wire/storage'
import type { Project } from '../../projects/index.ts'

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
