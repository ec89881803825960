import { jwksPath } from '@corroborate/wire/session-jwt'
import type { OutsideService } from '../../../../kit/outside/index.ts'
import { createSessionKeys, type SessionKeys } from './session-keys.ts'
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

/**
 * Verifies our project's session JWTs. We know the project by its public token, but JWTs contain its ID, which is learned from the first
 * JWT that the provider itself returns to us. Until then no JWT can be verified.
 */
export const createProjectVerifier = ({
  issuer,
  service,
  now,
}: {
  /** The provider's origin. */
  issuer: string
  service: Pick<OutsideService, 'get'>
  now: () => number
}) => {
  let project: string | null = null
  let verifier: SessionVerifier | null = null

  return {
    learn: (jwt: string): void => {
      const id = audienceOf(jwt)
      if (id === null || id === project) return
      project = id
      const keys = createSessionKeys({ url: new URL(jwksPath(id), issuer), provider: service, now })
      verifier = createSessionVerifier({ keys, issuer, audience: id, now })
      // Fetched while the provider is there, so that the first page does not wait and a silence of it is borne.
      keys.current().catch(() => {})
    },
    verify: async (jwt: string): Promise<SessionAnswer> => verifier?.(jwt) ?? { kind: 'unavailable' },
  }
}

const audienceOf = (jwt: string): string | null => {
  try {
    const { aud }: { aud?: unknown } = JSON.parse(Buffer.from(jwt.split('.')[1] ?? '', 'base64url').toString())
    const [id] = [aud].flat()
    return typeof id === 'string' && id !== '' ? id : null
  } catch {
    return null
  }
}
