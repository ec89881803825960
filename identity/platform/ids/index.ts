import { randomUUID } from 'node:crypto'

/** Kinds of IDs, used as their prefix (WIRE.md §5). */
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

/** Every issued ID distinguishes test from live projects. Clients read it from the public token. */
export type Environment = 'test' | 'live'

/** A new id such as `user-test-…`, with 122 random bits. */
export const newId = (kind: IdKind, environment: Environment): string => `${kind}-${environment}-${randomUUID()}`
