/** The identity provider as an external service. It is our own and users wait for it, so the backoff is short. */
export const identityService = { name: 'The identity provider', failurePause: 100 } as const
