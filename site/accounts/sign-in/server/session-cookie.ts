/**
 * The session as a browser keeps it: the provider's token, and its JWT while there is one that fits. This file reads and writes
 * the cookie's value; `browser-session.ts` sets and deletes the cookie.
 */
export type SessionCookie = { token: string; jwt: string | null }

/** `__Host-` binds the cookie to this very host over TLS, so that a sibling subdomain cannot toss one of its own. */
export const sessionCookieName = (secure: boolean): string => (secure ? '__Host-session' : 'corroborate_session')

/** Format of a provider session token. Other values are ignored. */
const tokenForm = /^[\w-]{20,200}$/
export const isSessionToken = (text: unknown): text is string => typeof text === 'string' && tokenForm.test(text)

/** Browsers drop cookies above 4,096 bytes, name and attributes included. */
const mostCharacters = 3_800

/** `token.header.payload.signature`, or `token.` if the JWT is too long, in which case every request queries the provider. */
export const writeSessionCookie = ({ token, jwt }: SessionCookie): string =>
  jwt === null || token.length + jwt.length > mostCharacters ? `${token}.` : `${token}.${jwt}`

export const readSessionCookie = (value: string): SessionCookie | null => {
  const dot = value.indexOf('.')
  const token = value.slice(0, dot)
  if (dot === -1 || !isSessionToken(token)) return null
  return { token, jwt: value.slice(dot + 1) || null }
}
