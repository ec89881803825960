import type { Place } from '../providers/index.ts'

/** A project's client at a provider: what its operator registered there, or the sandbox. */
export type Connection = {
  clientId: string
  /** For Apple the private key, in PEM. */
  clientSecret: string
  /** Apple's ids of the team and the key; empty elsewhere. */
  teamId: string
  keyId: string
  places: Readonly<Partial<Record<Place, string>>>
  /** Whether addresses count that only the provider's organizations vouch for (Salesforce). */
  trustsEmails: boolean
  /** The one organization whose members may come (Google's `hd`); empty: all. */
  hostedDomain: string
  /** The server that plays the provider, for tests and the sandbox; null: the provider itself. */
  base: string | null
  isSandbox: boolean
}
