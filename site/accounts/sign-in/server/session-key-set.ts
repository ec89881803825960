import { createPublicKey, type KeyObject } from 'node:crypto'
import type { SessionJwtAlgorithm } from '@corroborate/wire/session-jwt'

/** A public key and the one algorithm it verifies. */
export type SessionKey = { algorithm: SessionJwtAlgorithm; publicKey: KeyObject }

/** The keys that sessions may be signed with, by their id. */
export type SessionKeySet = ReadonlyMap<string, SessionKey>

/** What a key id looks like. It is only ever compared with those of the set, and nothing else is worth asking the provider for. */
const keyIdForm = /^[\w-]{1,100}$/
export const isKeyId = (value: unknown): value is string => typeof value === 'string' && keyIdForm.test(value)

/** Signatures of shorter RSA keys prove nothing (NIST SP 800-131A). */
const fewestBits = 2_048

/**
 * Reads a JWK Set (RFC 7517). Keys that are not for RS256 or ES256 signatures, too short, or nameless are left out.
 * Null when it is no key set at all.
 */
export const readKeySet = (value: unknown): SessionKeySet | null => {
  if (!isObject(value) || !Array.isArray(value.keys)) return null
  const read = value.keys.map(readKey).filter(entry => entry !== null)
  return new Map(read)
}

const readKey = (jwk: unknown): [id: string, key: SessionKey] | null => {
  if (!isObject(jwk) || !isKeyId(jwk.kid)) return null
  const algorithm = algorithmOf(jwk)
  if (algorithm === null || (jwk.alg ?? algorithm) !== algorithm || (jwk.use ?? 'sig') !== 'sig') return null
  try {
    // The public members alone, whatever else the key says.
    const { kty, n, e, crv, x, y } = jwk as Record<'kty' | 'n' | 'e' | 'crv' | 'x' | 'y', string>
    const publicKey = createPublicKey({
      key: algorithm === 'RS256' ? { kty, n, e } : { kty, crv, x, y },
      format: 'jwk',
    })
    const isLongEnough = algorithm === 'ES256' || (publicKey.asymmetricKeyDetails?.modulusLength ?? 0) >= fewestBits
    return isLongEnough ? [jwk.kid, { algorithm, publicKey }] : null
  } catch {
    return null
  }
}

/** What a key of this kind verifies here, whatever it says of itself (RFC 7518, sections 3.3 and 3.4). */
const algorithmOf = ({ kty, crv }: Record<string, unknown>): SessionJwtAlgorithm | null => {
  if (kty === 'RSA') return 'RS256'
  return kty === 'EC' && crv === 'P-256' ? 'ES256' : null
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
