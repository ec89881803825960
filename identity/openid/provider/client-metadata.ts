import { AsyncLocalStorage } from 'node:async_hooks'
import type { User } from '@corroborate/wire/types'
import type { AdapterPayload, ClientAuthMethod, KoaContextWithOIDC } from 'oidc-provider'
import type { LiveSession } from '../../accounts/sessions/index.ts'
import type { Project } from '../../projects/index.ts'
import { type Client, isNative, lackedForFapi2 } from '../store/index.ts'
import { scopesOf } from './issuer.ts'

/** Context of an authorization run, with its results. Already loaded data is not loaded again. */
export type Authorizing = {
  /** The authorizing user; null if signed out. */
  person: { session: LiveSession; user: User } | null
  /** The requesting client; null if it is not a stored one. */
  client: Client | null
  /**
   * `read`: verify the request and return its parameters; `look`: evaluate it for the user without issuing anything; `allow`: issue a code
   * for the grant; `deny`: report the denial to the application.
   */
  decision: 'read' | 'look' | 'allow' | 'deny'
  /** Existing grants, if any. */
  granted: { scopes: readonly string[]; resources: readonly string[] } | null
  /** Scopes that are not this user's to give. */
  withheld: readonly string[]
  /** Individually requested claims that belong to no grantable scope. */
  refusedClaims: readonly string[]
  /** The application always requires consent (`prompt=consent`). */
  asksAgain: boolean
  /** The stored grant that the code is of. */
  grantId: string | null
  /** True if the newest factor is recent enough for this request (`prompt=login`, `max_age`). */
  isFresh: (maxAge: number) => boolean
  /** The required user action, once the request has been evaluated. */
  asked: Asked | null
}

/** Why the provider did not answer by itself, and the request as it understood it. */
export type Asked = {
  prompt: string
  reasons: readonly string[]
  params: Readonly<Record<string, unknown>>
  resources: readonly string[]
}

/** Records how `oidc-provider` parsed a request, and the prompt it would show. */
export const noteAsked = (
  { oidc }: KoaContextWithOIDC,
  { prompt, reasons = [] }: { prompt: string; reasons?: readonly string[] },
): void => {
  const running = authorizing.getStore()
  if (running === undefined) return
  running.asked = {
    prompt,
    reasons,
    params: { ...oidc.params },
    resources: Object.keys(oidc.resourceServers ?? {}),
  }
}

/** The authorization that this very call runs: requests from outside have none. */
export const authorizing = new AsyncLocalStorage<Authorizing>()

/** Response modes with all parameters in one signed JWT (JARM, section 2.3). */
const signedResponseModes = ['jwt', 'query.jwt', 'fragment.jwt', 'form_post.jwt']

/** Response modes of every application (OAuth 2.0 Multiple Response Types, Form Post Response Mode, JARM). */
export const responseModes = ['query', 'fragment', 'form_post', ...signedResponseModes]

/** Project settings that restrict its applications. */
type Rules = Pick<Project, 'openid' | 'rbac' | 'jwtAlgorithm'>

/**
 * Formats a client for `oidc-provider`. Scopes that its project no longer has are dropped. Unless it registered another method, a
 * confidential client may send its secret by either usual method. Only the secret's hash is stored and compared.
 */
export const clientMetadata = (client: Client, project: Rules): AdapterPayload => ({
  client_id: client.id,
  client_name: client.name,
  application_type: isNative(client) ? 'native' : 'web',
  redirect_uris: client.redirectUrls,
  post_logout_redirect_uris: client.postLogoutRedirectUrls,
  grant_types: grantTypesOf(client, project),
  response_types: client.redirectUrls.length > 0 && maySignIn(client, project) ? ['code'] : [],
  scope: scopesOf(project)
    .filter(scope => client.scopes.includes(scope))
    .join(' '),
  token_endpoint_auth_method: authMethodOf(client),
  ...(client.secretHash !== null && { client_secret: client.secretHash }),
  ...(client.jwks !== null && { jwks: client.jwks }),
  ...(client.jwksUri !== null && { jwks_uri: client.jwksUri }),
  ...(client.backchannelLogoutUrl !== null && {
    backchannel_logout_uri: client.backchannelLogoutUrl,
    backchannel_logout_session_required: true,
  }),
  ...client.registered,
  response_modes: signs(client) ? signedResponseModes : responseModes,
  [withoutPkce]: withoutPkceOf(client, project),
  ...(signs(client) && { require_signed_request_object: true }),
  ...(client.profile !== 'none' && {
    [ofFapi2]: true,
    ...(project.openid.pushedRequests && { require_pushed_authorization_requests: true }),
    ...(project.openid.dpop && { dpop_bound_access_tokens: true }),
  }),
})

/** True for an application that signs its requests and is answered by signed responses (FAPI 2.0 Message Signing). */
const signs = ({ profile }: Client): boolean => profile === 'fapi2-message-signing'

const authMethodOf = ({ isPublic, authMethod }: Client): ClientAuthMethod => {
  if (isPublic) return 'none'
  return authMethod === 'private_key_jwt' ? authMethod : 'client_secret_basic'
}

/** An application of a profile that its project no longer keeps may do nothing. */
const maySignIn = ({ profile }: Client, project: Pick<Project, 'openid' | 'jwtAlgorithm'>): boolean =>
  profile === 'none' || lackedForFapi2(project).length === 0

const grantTypesOf = (client: Client, project: Pick<Project, 'openid' | 'jwtAlgorithm'>): string[] => {
  if (!maySignIn(client, project)) return []
  return [
    ...(client.redirectUrls.length > 0 ? ['authorization_code'] : []),
    ...(client.redirectUrls.length > 0 && client.scopes.includes('offline_access') ? ['refresh_token'] : []),
    ...(client.clientCredentials && project.openid.clientCredentials ? ['client_credentials'] : []),
  ]
}

const withoutPkceOf = (
  { pkce, origin }: Client,
  { openid }: Pick<Project, 'openid'>,
): 'always' | 'with-nonce' | undefined => {
  if (!pkce) return 'always'
  return origin === 'registered' && !openid.registeredPkce ? 'with-nonce' : undefined
}

/** The name under which a client has when it may go without PKCE. */
export const withoutPkce = 'corroborate_without_pkce'

/** The name under which a client has that it is of the FAPI 2.0 profile. */
export const ofFapi2 = 'corroborate_fapi2'
