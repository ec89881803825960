import { createHash } from 'node:crypto'
import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type JWK, type JWTPayload, SignJWT } from 'jose'
import type { Memory } from './memory.ts'

type Algorithm = 'RS256' | 'ES256'

const makeKey = async (algorithm: Algorithm): Promise<JWK> => {
  const { privateKey } = await generateKeyPair(algorithm, { extractable: true })
  return exportJWK(privateKey)
}

/** What a private key has that its public half has not. */
const secretParts = new Set(['d', 'p', 'q', 'dp', 'dq', 'qi'])

/** The keys that id_tokens are signed with. Made when the first is: many servers never sign one. */
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
    /** From now on others sign, and the old ones are gone. */
    rotate: (): void => {
      generation += 1
    },
  }
}
export type Keys = ReturnType<typeof createKeys>

/** What an id_token says of the access token that comes with it (OpenID Connect Core §3.1.3.6). Both algorithms hash by SHA-256. */
export const halfHash = (accessToken: string): string =>
  createHash('sha256').update(accessToken).digest().subarray(0, 16).toString('base64url')
