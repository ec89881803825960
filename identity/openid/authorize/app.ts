import type { Project } from '../../projects/index.ts'
import { logoPath } from '../logo-path.ts'
import { placeOf } from '../place-of.ts'
import { type Client, isOnDevice } from '../store/index.ts'

/** An application as shown on the consent page. */
export type App = {
  id: string
  name: string
  description: string
  isFirstParty: boolean
  isPublic: boolean
  /**
   * Its response goes to the user's device, where another app can impersonate it, so consent is always required (RFC 8252, section 8.6).
   */
  isNative: boolean
  /** An operator added it; else its name is of its own choice. */
  isVerified: boolean
  /** Our own copy of its logo. */
  logoUrl: string | null
  /** Host of the redirect URI. */
  redirectHost: string
  scopes: readonly string[]
}

/** Client as described by `oidc-provider`. */
type Described = {
  clientId: string
  clientName?: string | undefined
  applicationType?: string | undefined
  clientAuthMethod?: string | undefined
  tokenEndpointAuthMethod?: string | undefined
  scope?: string | undefined
}

/** Describes an application with its operator-provided data, or else with its self-declared data, marked as such. */
export const appOf = (
  { id: projectId }: Pick<Project, 'id'>,
  origin: string,
  { client, described, redirectUri }: { client: Client | null; described: Described; redirectUri: string },
): App => ({
  id: described.clientId,
  name: client?.name ?? described.clientName ?? placeOf(described.clientId),
  description: client?.description ?? '',
  isFirstParty: client?.firstParty ?? false,
  isPublic: described.tokenEndpointAuthMethod === 'none',
  isNative:
    (described.applicationType === 'native' || described.tokenEndpointAuthMethod === 'none') && isOnDevice(redirectUri),
  isVerified: client?.origin === 'operator',
  logoUrl: client?.logo == null ? null : `${origin}${logoPath(projectId, client.id)}`,
  redirectHost: placeOf(redirectUri),
  scopes: (described.scope ?? 'openid profile email phone offline_access').split(' '),
})
