import type { SessionKeys } from './session-keys.ts'
import { type SignedSession, verifySessionJwt } from './verify-session-jwt.ts'

export type SessionAnswer =
  | { kind: 'verified'; session: SignedSession }
  | { kind: 'expired' }
  | { kind: 'refused'; reason: string }
  /** Its key was taken back, or never was one of the provider's: it says nothing, and the session may be good all the same. */
  | { kind: 'unknown-key' }
  /** Without the provider's keys nothing can be said: neither that the session is good nor that it is not. */
  | { kind: 'unavailable' }

/** Tells whose session a JWT is, in this process: the provider is asked only for keys we have not seen. */
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
