import type { OAuthProvider } from '@corroborate/wire/providers'
import type { JWTPayload } from 'jose'
import type { Client } from './clients.ts'
import type { Keys } from './keys.ts'
import type { Memory } from './memory.ts'
import type { Answer } from './row.ts'

/** What an answer is about. */
export type Said = 'token' | 'profile' | 'keys' | 'discovery'

/** How a provider says things. A part that is left out tells the truth. */
export type Voice = {
  claims?: (claims: JWTPayload, provider: OAuthProvider) => JWTPayload
  sign?: (honest: () => Promise<string>, claims: JWTPayload, provider: OAuthProvider) => Promise<string>
  answer?: (said: Said, honest: Answer, provider: OAuthProvider) => Response | Answer | Promise<Response | Answer>
}

/** What the endpoints of all played providers share. */
export type Stage = {
  /** Where this server is: `https://HOST/path` of a provider is played at `${base}/HOST/path`. */
  base: string
  /** The one client that is registered at a provider. */
  clientOf: (provider: OAuthProvider) => Client
  /** Epoch milliseconds. */
  now: () => number
  voice: Voice
  memory: Memory
  keys: Keys
}

/** How long a code lasts, in ms. */
export const codeLasts = 10 * 60_000
/** How long an access token lasts, in ms. */
export const tokenLasts = 3_600_000
