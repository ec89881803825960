import { generateKeyPair as generate } from 'node:crypto'
import { promisify } from 'node:util'
import type { SessionJwtAlgorithm } from '@corroborate/wire/session-jwt'
import type { JWK } from 'jose'

const generateAsync = promisify(generate)

/** A public key as `GET /v1/sessions/jwks/…` publishes it (RFC 7517). */
export type PublicJwk = JWK & { kid: string; alg: SessionJwtAlgorithm; use: 'sig' }

/** A new pair of keys: the private one as PKCS #8 in PEM, the public one as it is published under the id `kid`. */
export const generateKeyPair = async (
  alg: SessionJwtAlgorithm,
  kid: string,
): Promise<{ pem: string; jwk: PublicJwk }> => {
  const { publicKey, privateKey } = await (alg === 'ES256'
    ? generateAsync('ec', { namedCurve: 'P-256' })
    : generateAsync('rsa', { modulusLength: 2048 }))
  return {
    pem: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    jwk: { ...(publicKey.export({ format: 'jwk' }) as JWK), kid, alg, use: 'sig' },
  }
}

/** The fields of a project key that decide which one signs. */
export type KeyTerm = { createdAt: number; retiredAt: number | null }

/**
 * Lead time between a key's publication and its first signature, in ms. Other nodes reload keys within a second and verifiers cache them
 * for seconds, so by then all know the key.
 */
export const publishedBefore = 60_000

/** True from the moment a key signs no more. */
const isRetired = ({ retiredAt }: KeyTerm, now: number): boolean => retiredAt !== null && retiredAt <= now

/**
 * Selects the signing key of a project at a time: of the unretired keys, the one that retires first, then the oldest. A key signs until it
 * retires while its published successor waits. A sole key signs immediately: the project's first key, or one created after all others were
 * revoked. Pure.
 */
export const signingKeyAt = <Key extends KeyTerm>(keys: readonly Key[], now: number): Key | null => {
  const end = ({ retiredAt }: KeyTerm): number => retiredAt ?? Number.POSITIVE_INFINITY
  const order = (a: Key, b: Key): number => (end(a) === end(b) ? a.createdAt - b.createdAt : end(a) < end(b) ? -1 : 1)
  return keys.filter(key => !isRetired(key, now)).toSorted(order)[0] ?? null
}
