import { cookieNamed } from '@corroborate/server-kit/http'
import { hostCookieNames } from '@corroborate/wire/storage'
import type { Project } from '../../projects/index.ts'

/**
 * True when sessions of this request travel in HttpOnly cookies: the project wants it, and the request came to the
 * project's own host name, whose site the page shares.
 */
export const usesCookies = (project: Project, requestUrl: string): boolean => {
  if (!project.httpOnlyCookies) return false
  const { host, hostname } = new URL(requestUrl)
  return project.cnameDomain === host || project.cnameDomain === hostname
}

/**
 * The session token among the cookies of a request. Only the `__Host-` cookie counts: browsers take it from this very host
 * alone, so that no sibling of the domain can toss one of its own. Given twice, it says nothing.
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
