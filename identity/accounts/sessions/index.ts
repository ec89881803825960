export type { ProvedFactor } from './factors.ts'
export { createKeyRing, ensureKey, forgetKeys, type KeyRing, publicKeys, rotateKey } from './keys.ts'
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
export { type SessionTables, sessionMigrations } from './tables.ts'
