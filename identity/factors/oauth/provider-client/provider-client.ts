import type { Profile, Provider } from '../providers/index.ts'
import type { Claims } from './check-claims.ts'
import type { Connection } from './connection.ts'
import type { ClientVerdict } from './refusals.ts'

/** Provider tokens returned to the application. */
export type ProviderValues = {
  access_token: string
  id_token: string
  refresh_token: string
  scopes: string[]
  /** ISO 8601, or empty where the provider does not say. */
  expires_at: string
}

/** A provider, our client there, and the moment in epoch milliseconds. */
export type Party = { provider: Provider; connection: Connection; now: number }

export type Exchange = Party & {
  /** The parameters that came to our redirect URI. */
  parameters: URLSearchParams
  state: string
  nonce: string
  codeVerifier: string
  redirectUri: string
  scopes: readonly string[]
  /** Apple's `user`. */
  posted: string | null
}

/** A user's profile at a provider, with the provider's tokens. */
export type Arrived = { profile: Profile; values: ProviderValues }

/** Speaks with providers. It keeps their keys; everything else is forgotten after each call. */
export type ProviderClient = {
  /** Exchanges a code at the provider and returns the user. @throws ProviderError */
  exchange: (exchange: Exchange) => Promise<Arrived>
  /** Checks an id_token that did not come from the token endpoint (One Tap). @throws ProviderError */
  checkIdToken: (given: Party & { idToken: string; nonce: string | null }) => Promise<Claims>
  /** Checks if a provider knows our client, where it reveals that. */
  check: (given: Party & { redirectUri: string }) => Promise<ClientVerdict>
  /** New tokens for a refresh token. @throws ProviderError */
  refresh: (given: Party & { values: ProviderValues }) => Promise<ProviderValues>
}
