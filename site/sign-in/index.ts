export {
  createSessionKeys,
  createSessionVerifier,
  holdProof,
  type SessionAnswer,
  type SessionVerifier,
  type SignedSession,
  type SignInTables,
  signInMigration,
} from './server/index.ts'
