/** What an authenticator says at a sign-in, apart from its signature. */
export type Counted = { counter: number; isBackedUp: boolean }

/**
 * Whether a count can follow the one before (WebAuthn §6.1.1). A count only grows. If it does not, the passkey may have been
 * copied. Passkeys that are kept on several devices do not count: 0 may follow 0, and nothing else is followed by 0.
 */
export const countsOn = (before: number, counter: number): boolean => before === 0 || counter > before
