import { createHash } from 'node:crypto'
import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type JWK, type JWTPayload, SignJWT } from 'jose'
import type { Memory } from './memory.ts'

type Algorithm = 'RS256' | 'ES256'

const makeKey = async (algorithm: Algorithm): Promise<JWK> => {
  const { privateKey } = await generateKeyPair(algorithm, { extractable: true })
  return exportJWK(privateKey)
}

/** Members of a private key that the public key does not have. */
const secretParts = new Set(['d', 'p', 'q', 'dp', 'dq', 'qi'])

/** The keys that sign id_tokens. They are made with the first id_token: many servers never sign one. */
export const createKeys = (memory: Pick<Memory, 'key'>) => {
  let generation = 0
  const keyFor = async (algorithm: Algorithm): Promise<{ kid: string; jwk: JWK }> => {
    const jwk = await memory.key(`${algorithm} ${generation}`, () => makeKey(algorithm))
    return { jwk, kid: await calculateJwkThumbprint(jwk) }
  }

  return {
    sign: async (algorithm: Algorithm, claims: JWTPayload): Promise<string> => {
      const { jwk, kid } = await keyFor(algorithm)
      return new SignJWT(claims)
        .setProtectedHeader({ alg: algorithm, kid, typ: 'JWT' })
        .sign(await importJWK(jwk, algorithm))
    },
    /** The set of public keys (RFC 7517). */
    jwks: async (algorithm: Algorithm): Promise<{ keys: JWK[] }> => {
      const { jwk, kid } = await keyFor(algorithm)
      const half = Object.fromEntries(Object.entries(jwk).filter(([name]) => !secretParts.has(name)))
      return { keys: [{ ...half, kid, alg: algorithm, use: 'sig' } as JWK] }
    },
    /** From now on new keys sign, and the old ones are no longer published. */
    rotate: (): void => {
      generation += 1
    },
  }
}
export type Keys = ReturnType<typeof createKeys>

/** The `at_hash` of an access token (OpenID Connect Core §3.1.3.6). Both algorithms use SHA-256. */
export const halfHash = (accessToken: string): string =>
  createHash('sha256').update(accessToken).digest().subarray(0, 16).toString('base64url')
