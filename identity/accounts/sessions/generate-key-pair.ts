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
