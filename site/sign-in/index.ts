export {
  createSessionKeys,
  createSessionVerifier,
  type SessionAnswer,
  type SessionVerifier,
  type SignedSession,
  type SignInTables,
} from './server/index.ts'
