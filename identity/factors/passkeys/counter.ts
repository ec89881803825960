/** What an authenticator says at a sign-in beside its signature. */
export type Counted = { counter: number; isBackedUp: boolean }

/**
 * Whether a count fits the one before (WebAuthn §6.1.1). It only ever grows; where it does not, there may be two of what should
 * be one. Passkeys that are kept on several devices do not count: 0 after 0 is right, and nothing else is ever 0 again.
 */
export const countsOn = (before: number, counter: number): boolean => before === 0 || counter > before
