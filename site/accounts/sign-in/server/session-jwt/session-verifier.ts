import type { SessionKeys } from './session-keys.ts'
import { type SignedSession, verifySessionJwt } from './verify-session-jwt.ts'

export type SessionAnswer =
  | { kind: 'verified'; session: SignedSession }
  | { kind: 'expired' }
  | { kind: 'refused'; reason: string }
  /** The key was revoked or is not the provider's. The JWT proves nothing, but the session may still be valid. */
  | { kind: 'unknown-key' }
  /** Without the provider's keys, the session can be neither confirmed nor rejected. */
  | { kind: 'unavailable' }

/** Verifies session JWTs in-process. The provider is queried only for unknown keys. */
export const createSessionVerifier = ({
  keys: held,
  issuer,
  audience,
  now,
}: {
  keys: SessionKeys
  /** The provider's origin. */
  issuer: string
  /** The project's id. */
  audience: string
  now: () => number
}) => {
  return async (jwt: string): Promise<SessionAnswer> => {
    const known = await held.current()
    if (known === null) return { kind: 'unavailable' }
    const verdict = await verifySessionJwt(jwt, { keys: known, issuer, audience, now: now() })
    if (verdict.kind !== 'unknown-key') return verdict
    const keys = await held.refetched()
    if (keys === null) return { kind: 'unavailable' }
    return verifySessionJwt(jwt, { keys, issuer, audience, now: now() })
  }
}

export type SessionVerifier = ReturnType<typeof createSessionVerifier>
