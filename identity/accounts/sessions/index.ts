export { sessionPart } from './account-part.ts'
export type { ProvedFactor } from './factors.ts'
export { isLive } from './is-live.ts'
export { createKeyRing, ensureKey, type KeyRing, publicKeys, rotateKey } from './keys.ts'
export { createSessionDesk, type SessionDesk, type SignedIn } from './session-desk.ts'
export {
  extendSession,
  hashToken,
  type IssuedSession,
  issueSession,
  type LiveSession,
  revokeSessions,
  type SessionToIssue,
} from './store.ts'
export { sweepSessions } from './sweep-sessions.ts'
export { type SessionTables, sessionMigrations } from './tables.ts'
