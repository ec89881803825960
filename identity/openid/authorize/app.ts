import type { Project } from '../../projects/index.ts'
import { logoPath } from '../logo-path.ts'
import { placeOf } from '../place-of.ts'
import { type Client, isOnDevice } from '../store/index.ts'

/** An application as the person who is asked sees it. */
export type App = {
  id: string
  name: string
  description: string
  isFirstParty: boolean
  isPublic: boolean
  /** Its answer goes to the person's device, where another program can take its place: they are always asked (RFC 8252, section 8.6). */
  isNative: boolean
  /** An operator added it; else its name is of its own choice. */
  isVerified: boolean
  /** Our own copy of its logo. */
  logoUrl: string | null
  /** Where the answer goes. */
  redirectHost: string
  scopes: readonly string[]
}

/** What `oidc-provider` says of a client. */
type Described = {
  clientId: string
  clientName?: string | undefined
  applicationType?: string | undefined
  clientAuthMethod?: string | undefined
  tokenEndpointAuthMethod?: string | undefined
  scope?: string | undefined
}

/** What is said of an application: what its operator told us, else what it says of itself, marked as that. */
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
