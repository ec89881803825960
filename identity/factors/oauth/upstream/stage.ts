import { createHash, randomBytes } from 'node:crypto'
import type { OAuthProvider } from '@corroborate/wire/providers'
import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type JWK, type JWTPayload, SignJWT } from 'jose'
import { LRUCache } from 'lru-cache'
import type { Client } from './authorize.ts'
import type { Answer } from './row.ts'

/** Storage of a fake provider's codes, tokens and keys. */
export type Memory = {
  /** A code or a token that stands for a value. */
  write: (value: object) => string
  /** Decodes the value; null if it was not encoded here. */
  read: (text: string) => unknown
  /** Notes that something happened. True the first time. @param until epoch milliseconds after which it may be forgotten */
  note: (name: string, until: number) => Promise<boolean>
  isNoted: (name: string) => Promise<boolean>
  /** Returns the named private key. Created on first use. */
  key: (name: string, make: () => Promise<JWK>) => Promise<JWK>
}

/** The memory of one process, for tests. */
export const createProcessMemory = (): Memory => {
  const values = new LRUCache<string, object>({ max: 1_000 })
  const noted = new LRUCache<string, true>({ max: 1_000 })
  const keys = new Map<string, Promise<JWK>>()
  return {
    write: value => {
      const text = randomBytes(24).toString('base64url')
      values.set(text, value)
      return text
    },
    read: text => values.get(text) ?? null,
    note: async name => {
      const isFirst = !noted.has(name)
      noted.set(name, true)
      return isFirst
    },
    isNoted: async name => noted.has(name),
    key: (name, make) => {
      const key = keys.get(name) ?? make()
      keys.set(name, key)
      return key
    },
  }
}

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
type Keys = ReturnType<typeof createKeys>

/** The `at_hash` of an access token (OpenID Connect Core §3.1.3.6). Both algorithms use SHA-256. */
export const halfHash = (accessToken: string): string =>
  createHash('sha256').update(accessToken).digest().subarray(0, 16).toString('base64url')

/** Subject of a response. */
export type Said = 'token' | 'profile' | 'keys' | 'discovery'

/** Overrides of a provider's responses. Omitted ones are correct. */
export type Voice = {
  claims?: (claims: JWTPayload, provider: OAuthProvider) => JWTPayload
  sign?: (honest: () => Promise<string>, claims: JWTPayload, provider: OAuthProvider) => Promise<string>
  answer?: (said: Said, honest: Answer, provider: OAuthProvider) => Response | Answer | Promise<Response | Answer>
}

/** State shared by the endpoints of all fake providers. */
export type Stage = {
  /** Base URL of this server. `https://HOST/path` of a provider is served at `${base}/HOST/path`. */
  base: string
  /** The one client that is registered at a provider. */
  clientOf: (provider: OAuthProvider) => Client
  /** Epoch milliseconds. */
  now: () => number
  voice: Voice
  memory: Memory
  keys: Keys
}

/** Lifetime of a code, in ms. */
export const codeLasts = 10 * 60_000
/** Lifetime of an access token, in ms. */
export const tokenLasts = 3_600_000
