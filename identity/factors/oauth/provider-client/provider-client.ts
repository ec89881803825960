import * as oauth from 'oauth4webapi'
import { createBoundedFetch } from '../../../platform/outside/bounded-fetch.ts'
import type { Place, Profile, Provider } from '../providers/index.ts'
import type { ClientVerdict } from './errors.ts'
import type { Claims } from './id-token.ts'

/** A project's client at a provider: the one that its operator registered there, or the sandbox. */
export type Connection = {
  clientId: string
  /** For Apple, the private key in PEM. */
  clientSecret: string
  /** Apple's ids of the team and the key. Empty for other providers. */
  teamId: string
  keyId: string
  places: Readonly<Partial<Record<Place, string>>>
  /** True if addresses set by an organization at the provider count (Salesforce). */
  trustsEmails: boolean
  /** The only organization whose members may sign in (Google's `hd`). Empty allows everyone. */
  hostedDomain: string
  /** The server that plays the provider, for tests and the sandbox. Null: the provider itself. */
  base: string | null
  isSandbox: boolean
}

/** Provider keys by JWKS URL. The library refetches them at most once a minute. */
export type Keys = Map<string, oauth.JWKSCacheInput>

/** Request options of the library: our limits, and plain HTTP only for a fake server. */
export const requestOptionsOf = (connection: Connection) => {
  const fetch = createBoundedFetch(connection)
  return {
    [oauth.customFetch]: ((url: string, init: object) => fetch(url, init)) as never,
    [oauth.allowInsecureRequests]: connection.base?.startsWith('http:') ?? false,
  }
}

/** Our client, as the library wants it. @param now epoch milliseconds */
export const clientOf = ({ clientId }: Pick<Connection, 'clientId'>, now: number): oauth.Client => ({
  client_id: clientId,
  // The library reads the clock of the machine, which may differ from the one we go by.
  [oauth.clockSkew]: Math.round((now - Date.now()) / 1_000),
  [oauth.clockTolerance]: 30,
})

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
