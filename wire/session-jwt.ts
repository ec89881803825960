/** The claim of a session JWT under which the session stands: its id, times, attributes, roles and factors. */
export const sessionClaim = 'https://stytch.com/session'

/** Where a project's public keys are: relative to the provider's origin, beside `sdkPrefix`. */
export const jwksPath = (projectId: string): string => `/v1/sessions/jwks/${encodeURIComponent(projectId)}`

/** What session JWTs are signed with: each project chooses one (RFC 7518, section 3.1). */
export const sessionJwtAlgorithms = ['RS256', 'ES256'] as const
export type SessionJwtAlgorithm = (typeof sessionJwtAlgorithms)[number]
