/** The identity provider, as a service that is asked. It is ours, and people wait for it: they shall not wait long once it is back. */
export const identityService = { name: 'The identity provider', failurePause: 100 } as const
