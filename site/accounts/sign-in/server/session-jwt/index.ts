export {
  createProjectVerifier,
  createSessionVerifier,
  type SessionAnswer,
  type SessionVerifier,
} from './project-verifier.ts'
export { createSessionKeys, type SessionKeySet, type SessionKeys } from './session-keys.ts'
export type { SignedSession } from './verify-session-jwt.ts'
