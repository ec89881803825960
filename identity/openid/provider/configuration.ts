import { isLoopbackName } from '@corroborate/server-kit/this-machine'
import type { Configuration } from 'oidc-provider'
import type { PublicJwk, SigningKey } from '../../accounts/sessions/index.ts'
import { newId } from '../../platform/ids/index.ts'
import type { Project } from '../../projects/index.ts'
import type { Core } from '../../sdk/core/index.ts'
import { findClient, newClientSecret } from '../store/index.ts'
import { createAdapter } from './adapter.ts'
import { authorizing } from './authorizing.ts'
import { claimsOf, claimsOfScopes } from './claims.ts'
import { withoutPkce } from './client-metadata.ts'
import { fillGrant } from './fill-grant.ts'
import { routes } from './issuer.ts'
import { errors } from './library.ts'
import { createPolicy } from './policy.ts'
import { acrValues } from './proof.ts'
import { RetiredKey } from './retired-key.ts'
import { scopesOf } from './scopes.ts'
import { limitSelfDescribed } from './self-described.ts'

const minute = 60
const day = 24 * 60 * minute

/** How long an authorization code is good for, in seconds. */
const codeLifetime = 60
/** How long a JWT that nobody can revoke is good for at most, in seconds. */
const longestJwt = 5 * minute
/** However often a refresh token is used, the person is asked again after so long, in seconds. */
const longestGrant = 365 * day

export type Keys = { current: SigningKey; published: readonly PublicJwk[] }

/** What one project's OpenID provider does, in the words of `oidc-provider`. */
export const configurationOf = (
  { db, now, origin, users }: Core,
  project: Project,
  { current, published }: Keys,
): Configuration => {
  const { openid, jwtAlgorithm } = project
  const accessTokenLifetime = openid.accessTokenMinutes * minute
  const algorithms = [...new Set([jwtAlgorithm, ...published.map(({ alg }) => alg)])]
  const resourceNamed = (resource: string) => openid.resources.find(known => known.resource === resource)

  return {
    adapter: createAdapter({ db, projectId: project.id, openid, now }),
    routes,
    jwks: {
      keys: [
        { ...current.privateKey.export({ format: 'jwk' }), kid: current.id, alg: current.algorithm, use: 'sig' },
        ...published.filter(({ kid }) => kid !== current.id).map(key => new RetiredKey(key)),
      ] as never,
    },
    scopes: scopesOf(project),
    claims: claimsOfScopes,
    acrValues: [...acrValues],
    // Applications read addresses where most providers put them, in the ID token, without a call of their own.
    conformIdTokenClaims: false,
    allowOmittingSingleRegisteredRedirectUri: false,
    responseTypes: ['code'],
    subjectTypes: ['public'],
    clientAuthMethods: ['client_secret_basic', 'client_secret_post', 'private_key_jwt', 'none'],
    clientDefaults: { id_token_signed_response_alg: jwtAlgorithm },
    enabledJWA: {
      idTokenSigningAlgValues: algorithms,
      userinfoSigningAlgValues: algorithms,
      clientAuthSigningAlgValues: ['RS256', 'PS256', 'ES256', 'EdDSA'],
    },
    features: {
      devInteractions: { enabled: false },
      externalSigningSupport: { enabled: true, ack: 'experimental-01' },
      backchannelLogout: { enabled: true },
      clientCredentials: { enabled: openid.clientCredentials },
      dPoP: { enabled: openid.dpop },
      introspection: { enabled: true, allowedPolicy: (_, { clientId }, token) => mayIntrospect(clientId, token) },
      pushedAuthorizationRequests: { enabled: openid.pushedRequests },
      clientIdMetadataDocument: { enabled: openid.clientIdDocuments, ack: 'draft-02' },
      resourceIndicators: {
        enabled: true,
        getResourceServerInfo: async (_, resource, client) => {
          const known = resourceNamed(resource)
          if (known === undefined) throw new errors.InvalidTarget()
          const allowed = known.forAnyApp ? [resource] : (await findClient(db, project.id, client.clientId))?.resources
          if (allowed?.includes(resource) !== true) throw new errors.InvalidTarget()
          return known.format === 'jwt'
            ? {
                scope: known.scopes.join(' '),
                audience: resource,
                accessTokenFormat: 'jwt' as const,
                accessTokenTTL: Math.min(accessTokenLifetime, longestJwt),
                jwt: { sign: { alg: jwtAlgorithm } },
              }
            : { scope: known.scopes.join(' '), audience: resource, accessTokenFormat: 'opaque' as const }
        },
        useGrantedResource: () => true,
      },
      revocation: { enabled: true, allowedPolicy: (_, { clientId }, token) => token.clientId === clientId },
      registration: {
        enabled: openid.dynamicRegistration,
        idFactory: () => newId('connected-app', project.environment),
        secretFactory: newClientSecret,
      },
      // A new token with every change would be lost with the answer that brings it, and the registration with it.
      registrationManagement: { enabled: openid.dynamicRegistration, rotateRegistrationAccessToken: false },
      rpInitiatedLogout: { enabled: true },
    },
    pkce: {
      required: (_, client) => client.clientAuthMethod === 'none' || client[withoutPkce] !== true,
    },
    extraClientMetadata: {
      properties: [withoutPkce],
      validator: (ctx, _, __, metadata) => {
        if (isSelfDescribed(ctx, metadata)) limitSelfDescribed(metadata as Record<string, unknown>, project)
      },
    },
    ttl: {
      AccessToken: (_, token) => token.resourceServer?.accessTokenTTL ?? accessTokenLifetime,
      AuthorizationCode: codeLifetime,
      ClientCredentials: (_, token) => token.resourceServer?.accessTokenTTL ?? accessTokenLifetime,
      Grant: longestGrant,
      IdToken: 60 * minute,
      Interaction: minute,
      RefreshToken: openid.refreshTokenDays * day,
      Session: day,
    },
    rotateRefreshToken: true,
    issueRefreshToken: (_, client, source) =>
      client.grantTypeAllowed('refresh_token') && source.scopes.has('offline_access'),
    expiresWithSession: (_, source) => !source.scopes.has('offline_access'),
    clientBasedCORS: (_, origin, client) =>
      (client.redirectUris ?? []).some(text => URL.parse(text)?.origin === origin && origin !== 'null'),
    findAccount: async (_, userId) => {
      const running = authorizing.getStore()?.person?.user
      const user = running?.user_id === userId ? running : await users.read(db, project.id, userId, now())
      return user === null ? undefined : { accountId: userId, claims: () => claimsOf(user) }
    },
    loadExistingGrant: ctx => grantOf(ctx),
    interactions: {
      policy: createPolicy(),
      url: (ctx, { prompt }) => {
        const running = authorizing.getStore()
        if (running !== undefined) {
          running.asked = {
            prompt: prompt.name,
            reasons: prompt.reasons,
            params: { ...ctx.oidc.params },
            resources: Object.keys(ctx.oidc.resourceServers ?? {}),
          }
        }
        return `${origin}/`
      },
    },
    renderError: (ctx, out) => {
      ctx.type = 'json'
      ctx.body = out
    },
    fetchResponseBodyLimits: { 'client_id metadata document': 5_120, jwks_uri: 65_536, sector_identifier_uri: 65_536 },
    fetch: (url, options) => {
      // On this machine the applications are on it, too; elsewhere nobody leads us to addresses that are not public.
      const { dispatcher, ...plain } = options as RequestInit & { dispatcher?: unknown }
      return fetch(url, isLoopbackName(new URL(origin).hostname) ? plain : ({ ...plain, dispatcher } as RequestInit))
    },
  }

  /** A client may ask about its own tokens, and one that is an API about those that were made for it. */
  async function mayIntrospect(
    asking: string,
    { clientId, aud }: { clientId?: string | undefined; aud?: unknown },
  ): Promise<boolean> {
    if (clientId === asking) return true
    return (await findClient(db, project.id, asking))?.serves.some(resource => resource === aud) === true
  }
}

/** What an application says is read with a call when it registers; what its document says, by an id that is an address. */
const isSelfDescribed = (ctx: unknown, { client_id }: { client_id?: string | undefined }): boolean =>
  ctx !== undefined || client_id?.startsWith('https://') === true

/** What the person allows, as the grant of the authorization that runs. */
const grantOf: NonNullable<Configuration['loadExistingGrant']> = async ctx => {
  const running = authorizing.getStore()
  const { provider, client, account, session } = ctx.oidc
  if (running === undefined || client === undefined || account === undefined) return undefined
  if (running.grantId !== null) {
    session?.ensureClientContainer(client.clientId)
    return provider.Grant.find(running.grantId)
  }
  const grant = new provider.Grant({ accountId: account.accountId, clientId: client.clientId })
  fillGrant(grant, running)
  return grant
}
