import { createHash, generateKeyPair, type KeyObject, randomUUID } from 'node:crypto'
import { promisify } from 'node:util'
import { exportJWK, type JWK, type JWTPayload, SignJWT } from 'jose'

type Algorithm = 'RS256' | 'ES256'
type Pair = { kid: string; publicKey: KeyObject; privateKey: KeyObject }

const generate = promisify(generateKeyPair)

const makePair = async (algorithm: Algorithm): Promise<Pair> => {
  const { publicKey, privateKey } =
    algorithm === 'RS256'
      ? await generate('rsa', { modulusLength: 2048 })
      : await generate('ec', { namedCurve: 'P-256' })
  return { kid: randomUUID(), publicKey, privateKey }
}

/** The keys that id_tokens are signed with. Made when the first is: many servers never sign one. */
export const createKeys = () => {
  let pairs: Partial<Record<Algorithm, Promise<Pair>>> = {}
  const pairFor = (algorithm: Algorithm): Promise<Pair> => {
    pairs[algorithm] ??= makePair(algorithm)
    return pairs[algorithm]
  }

  return {
    sign: async (algorithm: Algorithm, claims: JWTPayload): Promise<string> => {
      const { kid, privateKey } = await pairFor(algorithm)
      return new SignJWT(claims).setProtectedHeader({ alg: algorithm, kid, typ: 'JWT' }).sign(privateKey)
    },
    /** The set of public keys (RFC 7517). */
    jwks: async (algorithm: Algorithm): Promise<{ keys: JWK[] }> => {
      const { kid, publicKey } = await pairFor(algorithm)
      return { keys: [{ ...(await exportJWK(publicKey)), kid, alg: algorithm, use: 'sig' }] }
    },
    /** From now on others sign, and the old ones are gone. */
    rotate: (): void => {
      pairs = {}
    },
  }
}
export type Keys = ReturnType<typeof createKeys>

/** What an id_token says of the access token that comes with it (OpenID Connect Core §3.1.3.6). Both algorithms hash by SHA-256. */
export const halfHash = (accessToken: string): string =>
  createHash('sha256').update(accessToken).digest().subarray(0, 16).toString('base64url')
