import { createPublicKey, type KeyObject } from 'node:crypto'

/** The keys that sessions may be signed with, by their id. */
export type SessionKeySet = ReadonlyMap<string, KeyObject>

/** What a key id looks like. It is only ever compared with those of the set, and nothing else is worth asking the provider for. */
const keyIdForm = /^[\w-]{1,100}$/
export const isKeyId = (value: unknown): value is string => typeof value === 'string' && keyIdForm.test(value)

/** Signatures of shorter keys prove nothing (NIST SP 800-131A). */
const fewestBits = 2_048

/**
 * Reads a JWK Set (RFC 7517). Keys that are not for RS256 signatures, too short, or nameless are left out.
 * Null when it is no key set at all.
 */
export const readKeySet = (value: unknown): SessionKeySet | null => {
  if (!isObject(value) || !Array.isArray(value.keys)) return null
  const read = value.keys.map(readKey).filter(entry => entry !== null)
  return new Map(read)
}

const readKey = (jwk: unknown): [id: string, key: KeyObject] | null => {
  if (!isObject(jwk) || jwk.kty !== 'RSA' || !isKeyId(jwk.kid)) return null
  if ((jwk.alg ?? 'RS256') !== 'RS256' || (jwk.use ?? 'sig') !== 'sig') return null
  try {
    const { kty, n, e } = jwk as { kty: 'RSA'; n: string; e: string }
    const key = createPublicKey({ key: { kty, n, e }, format: 'jwk' })
    return (key.asymmetricKeyDetails?.modulusLength ?? 0) >= fewestBits ? [jwk.kid, key] : null
  } catch {
    return null
  }
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
