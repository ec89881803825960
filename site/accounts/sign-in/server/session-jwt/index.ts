export { createProjectVerifier } from './project-verifier.ts'
export { createSessionKeys } from './session-keys.ts'
export { createSessionVerifier, type SessionAnswer, type SessionVerifier } from './session-verifier.ts'
export type { SignedSession } from './verify-session-jwt.ts'
