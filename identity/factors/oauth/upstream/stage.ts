import type { OAuthProvider } from '@corroborate/wire/providers'
import type { JWTPayload } from 'jose'
import type { Client } from './clients.ts'
import type { Keys } from './keys.ts'
import type { Memory } from './memory.ts'
import type { Answer } from './row.ts'

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
