export { sessionPart } from './account-part.ts'
export type { ProvedFactor } from './factors.ts'
export type { PublicJwk } from './generate-key-pair.ts'
export {
  type Asking,
  type Held,
  type HeldSession,
  holdSession,
  holdUser,
  requireSession,
  type Whose,
} from './hold-user.ts'
export { type IssuedSession, issueSession, type SessionToIssue } from './issue-session.ts'
export { createKeyRing, ensureKey, type KeyRing, publicKeys, rotateKey, type SigningKey } from './keys.ts'
export { findSessionById, hashToken, type LiveSession } from './live-session.ts'
export { isLimited } from './pending-session.ts'
export { createSessionDesk, type SessionDesk, type SignedIn } from './session-desk.ts'
export { publishedBefore } from './signing-key-at.ts'
export { extendSession, forgetDeviceOfSessions, listSessions, revokeSessions, shareSession } from './store.ts'
export { sweepSessions } from './sweep-sessions.ts'
export { type SessionTables, sessionMigrations } from './tables.ts'
