export { createAccountCalls } from './account-calls.ts'
export { type BrowserSession, createBrowserSession, type SignInJobs, signInJobs } from './browser-session.ts'
export { createConfirmAddressCall } from './confirm-address-call.ts'
export { createConsentCalls } from './consent-call.ts'
export { holdStanding } from './hold-standing.ts'
export { createOwnSessionCall } from './own-session-call.ts'
export { createIdentityProvider, type IdentityProvider } from './provider/index.ts'
export { requireReader } from './require-same-reader.ts'
export * from './session-jwt/index.ts'
export {
  createProjectVerifier,
  createSessionKeys,
  createSessionVerifier,
  type SessionAnswer,
  type SessionVerifier,
} from './session-jwt/index.ts'
export { createSessions, type Sessions } from './sessions.ts'
export { createSignInCalls } from './sign-in-calls.ts'
export {
  deleteProfile,
  exportProfile,
  holdProof,
  mailAddresses,
  mailToMigration,
  provedMigration,
  type SignInTables,
  signInMigration,
  sweepEndedSessions,
  wipedMigration,
} from './store.ts'
export { createUserEventsCall } from './user-events-call.ts'
