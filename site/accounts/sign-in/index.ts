export {
  createSessionKeys,
  createSessionVerifier,
  holdProof,
  holdStanding,
  mailAddresses,
  type SessionAnswer,
  type SessionVerifier,
  type SignedSession,
  type SignInTables,
  signInMigration,
} from './server/index.ts'
