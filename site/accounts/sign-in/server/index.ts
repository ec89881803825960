export {
  createAccountCalls,
  createConfirmAddressCall,
  createConsentCalls,
  createOwnSessionCall,
} from './account-calls.ts'
export { type BrowserSession, createBrowserSession, type SignInJobs, signInJobs } from './browser-session.ts'
export { createIdentityProvider, type IdentityProvider } from './provider/index.ts'
export * from './session-jwt/index.ts'
export {
  createProjectVerifier,
  createSessionKeys,
  createSessionVerifier,
  type SessionAnswer,
  type SessionVerifier,
} from './session-jwt/index.ts'
export { createSessions, type Sessions } from './sessions.ts'
export { createSignInCalls, requireReader } from './sign-in-calls.ts'
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
export { createUserEventsCall, holdAccountStatus } from './user-events-call.ts'
