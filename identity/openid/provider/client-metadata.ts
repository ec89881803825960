import type { AdapterPayload } from 'oidc-provider'
import type { Project } from '../../projects/index.ts'
import { type Client, isNative } from '../store/index.ts'

/**
 * A client as `oidc-provider` reads it. Where it asked for nothing else when it registered, a confidential one sends its
 * secret by either of the two usual ways; of the secret there is but its hash, with which the one that comes is compared.
 */
export const clientMetadata = (
  client: Client,
  { clientCredentials: machines }: Pick<Project['openid'], 'clientCredentials'>,
): AdapterPayload => ({
  client_id: client.id,
  client_name: client.name,
  application_type: isNative(client) ? 'native' : 'web',
  redirect_uris: client.redirectUrls,
  post_logout_redirect_uris: client.postLogoutRedirectUrls,
  grant_types: [
    ...(client.redirectUrls.length > 0 ? ['authorization_code'] : []),
    ...(client.redirectUrls.length > 0 && client.scopes.includes('offline_access') ? ['refresh_token'] : []),
    ...(client.clientCredentials && machines ? ['client_credentials'] : []),
  ],
  // Whoever answers a request gets an address to go to.
  response_modes: ['query', 'fragment'],
  response_types: client.redirectUrls.length > 0 ? ['code'] : [],
  scope: client.scopes.join(' '),
  token_endpoint_auth_method: client.isPublic ? 'none' : 'client_secret_basic',
  ...(client.secretHash !== null && { client_secret: client.secretHash }),
  ...(client.backchannelLogoutUrl !== null && {
    backchannel_logout_uri: client.backchannelLogoutUrl,
    backchannel_logout_session_required: true,
  }),
  ...(!client.pkce && { [withoutPkce]: true }),
  ...client.registered,
})

/** The name under which a client has that it may go without PKCE. */
export const withoutPkce = 'corroborate_without_pkce'
