import type { Place } from '../providers/index.ts'

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
