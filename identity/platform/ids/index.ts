import { randomUUID } from 'node:crypto'

/** What an id names; it begins with it (WIRE.md §5). */
export type IdKind =
  | 'project'
  | 'public-token'
  | 'user'
  | 'email'
  | 'phone-number'
  | 'password'
  | 'totp'
  | 'totp-recovery-code'
  | 'crypto-wallet'
  | 'oauth-user'
  | 'webauthn-registration'
  | 'biometric-registration'
  | 'session'
  | 'remembered-device'
  | 'known-device'
  | 'connected-app'
  | 'event'
  | 'audit'

/** Test projects and live ones are told apart by every id they hand out, and clients read the public token for it. */
export type Environment = 'test' | 'live'

/** A new id such as `user-test-…`, with 122 random bits. */
export const newId = (kind: IdKind, environment: Environment): string => `${kind}-${environment}-${randomUUID()}`
