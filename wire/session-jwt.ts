/** The claim of a session JWT under which the session stands: its id, times, attributes, roles and factors. */
export const sessionClaim = 'https://stytch.com/session'

/** Path of a project's public keys: relative to the provider's origin, beside `sdkPrefix`. */
export const jwksPath = (projectId: string): string => `/v1/sessions/jwks/${encodeURIComponent(projectId)}`

/** Session JWT signature algorithms, one chosen by each project (RFC 7518, section 3.1). */
export const sessionJwtAlgorithms = ['RS256', 'ES256'] as const
export type SessionJwtAlgorithm = (typeof sessionJwtAlgorithms)[number]
