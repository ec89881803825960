import { publicKeyProblem } from '../../platform/public-keys/index.ts'
import type { Project } from '../../projects/index.ts'
import { placeOf } from '../place-of.ts'
import { clientSettings, defaultScopes, isNative, ownScheme } from '../store/index.ts'
import { ofFapi2, responseModes, withoutPkce } from './client-metadata.ts'
import { errors } from './library.ts'

/** Maximum size of an application's self-description, in characters of JSON. */
const mostSaid = 8_192
const grantTypes: readonly unknown[] = ['authorization_code', 'refresh_token']

type Metadata = Record<string, unknown>

const wrong = (sentence: string): never => {
  throw new errors.InvalidClientMetadata(sentence)
}

/** Scopes that an application may have that no operator knows: the common ones, and those of APIs that are for any application. */
export const scopesForAnyApp = ({ openid }: Pick<Project, 'openid'>): string[] => [
  ...defaultScopes,
  ...openid.resources.filter(({ forAnyApp }) => forAnyApp).flatMap(({ scopes }) => scopes),
]

/**
 * Validates an application's self-declared metadata, from registration or its client ID document, and restricts it in place to what such
 * applications may do. `oidc-provider` validates the rest.
 * @throws InvalidClientMetadata with a message for its developers
 */
export const limitSelfDescribed = (metadata: Metadata, project: Pick<Project, 'openid' | 'jwtAlgorithm'>): void => {
  const { name, redirectUrls: addresses, backchannelLogoutUrl } = clientSettings.shape
  if (JSON.stringify(metadata).length > mostSaid) wrong(`an application says at most ${mostSaid} characters of itself`)
  if (metadata[withoutPkce] !== undefined) wrong('PKCE is required')
  if (metadata[ofFapi2] !== undefined) wrong('an operator gives an application its profile')
  if (metadata.client_name !== undefined && !name.safeParse(metadata.client_name).success) {
    wrong('client_name must be one line of at most 80 characters')
  }
  for (const key of ['redirect_uris', 'post_logout_redirect_uris'] as const) {
    const parsed = addresses.safeParse(metadata[key])
    if (!parsed.success) wrong(`${key}: ${parsed.error.issues[0]?.message}`)
    const strange = parsed.data?.map(ownScheme).find(scheme => scheme !== null && !mayComeBackBy(scheme, project))
    if (strange !== undefined) wrong(`${key}: this project knows no applications that come back by ${strange}:`)
  }
  for (const key of keysIn(metadata.jwks)) {
    const problem = publicKeyProblem(Object(key))
    if (problem !== null) wrong(`jwks: a key cannot be used: ${problem}`)
  }
  if (!backchannelLogoutUrl.safeParse(metadata.backchannel_logout_uri ?? null).success) {
    wrong('backchannel_logout_uri must be one https URL without a fragment')
  }
  const asked: unknown = metadata.grant_types ?? []
  if (!Array.isArray(asked) || asked.some(type => !grantTypes.includes(type))) {
    wrong(`grant_types must be of ${grantTypes.join(' and ')}`)
  }
  if (metadata.scope !== undefined && typeof metadata.scope !== 'string') wrong('scope must be a text')
  const known = scopesForAnyApp(project)
  const scopes = typeof metadata.scope === 'string' ? metadata.scope.split(' ') : known
  Object.assign(metadata, {
    scope: scopes.filter(scope => known.includes(scope)).join(' ') || 'openid',
    response_modes: responseModes,
    id_token_signed_response_alg: project.jwtAlgorithm,
    authorization_signed_response_alg: project.jwtAlgorithm,
    ...(isNative({
      isPublic: metadata.token_endpoint_auth_method === 'none',
      redirectUrls: addressesIn(metadata.redirect_uris),
      postLogoutRedirectUrls: addressesIn(metadata.post_logout_redirect_uris),
    }) && { application_type: 'native' }),
    ...(metadata.backchannel_logout_uri !== undefined && { backchannel_logout_session_required: true }),
  })
}

const keysIn = (jwks: unknown): unknown[] => {
  const { keys } = Object(jwks)
  return Array.isArray(keys) ? keys : []
}

const addressesIn = (value: unknown): string[] => (Array.isArray(value) ? value : [])

/**
 * True if the redirect scheme is allowed. A reverse-domain scheme belongs to the domain's owner; any app can claim another scheme, so the
 * project lists those it accepts.
 */
const mayComeBackBy = (scheme: string, { openid }: Pick<Project, 'openid'>): boolean =>
  scheme.includes('.') || openid.redirectSchemes.includes(scheme)

/** Returns the host of the first redirect URL as the name of an unnamed application. */
export const nameless = (redirectUrls: readonly string[]): string =>
  (placeOf(redirectUrls[0] ?? '') || 'An application').slice(0, 80)
