export { createAccountCalls } from './account.ts'
export { type BrowserSession, createBrowserSession, type SignInJobs, signInJobs } from './browser-session.ts'
export { createSignInCalls } from './calls.ts'
export { createConfirmAddressCall } from './confirm-address.ts'
export { createConsentCall } from './consent.ts'
export { holdStanding } from './hold-standing.ts'
export { createProjectVerifier } from './project-verifier.ts'
export { createIdentityProvider, type IdentityProvider } from './provider.ts'
export { createSessionKeys } from './session-keys.ts'
export { createSessionVerifier, type SessionAnswer, type SessionVerifier } from './session-verifier.ts'
export { createSessions, type Sessions } from './sessions.ts'
export {
  deleteProfile,
  exportProfile,
  holdProof,
  mailAddresses,
  mailToMigration,
  provedMigration,
  type SignInTables,
  signInMigration,
  wipedMigration,
} from './store.ts'
export { createUserEventsCall } from './user-events.ts'
export type { SignedSession } from './verify-session-jwt.ts'
