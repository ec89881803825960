import type { AdapterPayload } from 'oidc-provider'
import { type Client, hashClientSecret } from '../store/index.ts'
import { withoutPkce } from './client-metadata.ts'
import { nameless } from './self-described.ts'

const textsOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [])

/**
 * Converts a dynamically registered client for storage; `known` is its stored version. The secret is hashed unless it already is that hash.
 */
export const registeredClient = (
  metadata: AdapterPayload,
  known: Client | null,
): Omit<Client, 'origin' | 'logo' | 'createdAt' | 'updatedAt'> => {
  const {
    client_id,
    client_secret,
    client_secret_expires_at: _,
    client_name,
    redirect_uris,
    post_logout_redirect_uris,
    backchannel_logout_uri,
    scope,
    id_token_signed_response_alg: __,
    authorization_signed_response_alg: _____,
    response_modes: ___,
    [withoutPkce]: ____,
    ...registered
  } = metadata as AdapterPayload & Record<string, unknown>
  const isPublic = registered.token_endpoint_auth_method === 'none'
  const secret = isPublic || typeof client_secret !== 'string' ? null : client_secret
  const redirectUrls = textsOf(redirect_uris)
  return {
    id: String(client_id),
    name: typeof client_name === 'string' ? client_name : nameless(redirectUrls),
    description: '',
    firstParty: false,
    isPublic,
    redirectUrls,
    postLogoutRedirectUrls: textsOf(post_logout_redirect_uris),
    backchannelLogoutUrl: typeof backchannel_logout_uri === 'string' ? backchannel_logout_uri : null,
    scopes: String(scope).split(' '),
    resources: [],
    serves: [],
    clientCredentials: false,
    pkce: true,
    // The registered method is in `registered`.
    authMethod: 'client_secret',
    jwks: null,
    jwksUri: null,
    profile: 'none',
    registered,
    secretHash: secret === null || secret === known?.secretHash ? secret : hashClientSecret(secret),
  }
}
