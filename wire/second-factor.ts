/**
 * Custom claim with a session's second factor state. Included in every session response and session JWT, and passed through by published
 * clients. Absent without an authenticator app.
 */
export const secondFactorClaim = 'second_factor'

/**
 * - `owed`: the user has an authenticator app, and this session has not completed a second factor
 * - `proved`: completed
 * - `remembered`: not completed, but the session began on a remembered device
 */
export type SecondFactorState = 'owed' | 'proved' | 'remembered'

/**
 * The `aud` of the JWT of such a session, in a project that limits it (`--limit-pending-sessions`): a backend that verifies JWTs for the
 * project rejects it, also where it knows nothing of the claim.
 */
export const pendingAudience = (projectId: string): string => `${projectId}/second-factor`

/** True if a session's custom claims, or its JWT's claims, require a second factor. */
export const owesSecondFactor = (claims: Readonly<Record<string, unknown>> | null | undefined): boolean =>
  claims?.[secondFactorClaim] === ('owed' satisfies SecondFactorState)
