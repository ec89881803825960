/**
 * Says whether a session lacks the second factor of its user. It is a custom claim: every answer with a session has it, every
 * session JWT too, and published clients pass it on as they are. Without an authenticator app there is no claim.
 */
export const secondFactorClaim = 'second_factor'

/**
 * - `owed`: the user has an authenticator app, and this session has not proved a second factor
 * - `proved`: it has
 * - `remembered`: it has not, but it began on a device that the user had asked to be remembered
 */
export type SecondFactorState = 'owed' | 'proved' | 'remembered'

/**
 * The `aud` of the JWT of such a session, in a project that limits it (`--limit-pending-sessions`): a backend that verifies JWTs for the
 * project rejects it, also where it knows nothing of the claim.
 */
export const pendingAudience = (projectId: string): string => `${projectId}/second-factor`

/** Whether the custom claims of a session, or the claims of its JWT, say that a second factor is still to be proved. */
export const owesSecondFactor = (claims: Readonly<Record<string, unknown>> | null | undefined): boolean =>
  claims?.[secondFactorClaim] === ('owed' satisfies SecondFactorState)
