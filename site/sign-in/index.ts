export {
  createSessionKeys,
  createSessionVerifier,
  holdProof,
  provedMigration,
  type SessionAnswer,
  type SessionVerifier,
  type SignedSession,
  type SignInTables,
  signInMigration,
} from './server/index.ts'
