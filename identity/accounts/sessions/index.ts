export {
  type Asking,
  type Held,
  holdSession,
  holdUser,
  type LockedSession,
  requireSession,
  type Whose,
} from './hold-user.ts'
export { type IssuedSession, issueSession, type ProvedFactor, type SessionToIssue } from './issue-session.ts'
export { createKeyRing, ensureKey, type KeyRing, publicKeys, rotateKey, type SigningKey } from './keys.ts'
export { findSessionById, hashToken, type LiveSession } from './live-session.ts'
export { createSessionDesk, isLimited, type SessionDesk, type SignedIn, sweepSessions } from './session-desk.ts'
export { type PublicJwk, publishedBefore } from './signing-key-at.ts'
export {
  detachRememberedDevice,
  extendSession,
  listSessions,
  revokeSessions,
  sessionPart,
  shareSession,
} from './store.ts'
export { type SessionTables, sessionMigrations } from './tables.ts'
