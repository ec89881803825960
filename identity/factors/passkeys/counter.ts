/** Authenticator data of a sign-in besides its signature. */
export type Counted = { counter: number; isBackedUp: boolean }

/**
 * True if a signature counter is a valid successor (WebAuthn §6.1.1). Counters only grow; otherwise the passkey may have been cloned.
 * Synced passkeys don't count: 0 may follow 0, and 0 follows no other value.
 */
export const countsOn = (before: number, counter: number): boolean => before === 0 || counter > before
