import { createPublicKey } from 'node:crypto'
import { isLoopbackName } from '@corroborate/server-kit/this-machine'
import type { Configuration } from 'oidc-provider'
import type { PublicJwk, SigningKey } from '../../accounts/sessions/index.ts'
import type { Project } from '../../projects/index.ts'
import type { Core } from '../../sdk/core/create-core.ts'
import { acrValues, createAdapter } from './adapter.ts'
import { authorizing, noteAsked, ofFapi2, withoutPkce } from './client-metadata.ts'
import { checkAssertion, featuresOf, needsPkce } from './features-of.ts'
import { claimsOf, claimsOfScopes, fillGrant, routes, scopesOf } from './issuer.ts'
import { ExternalSigningKey } from './library.ts'
import { createPolicy } from './policy.ts'
import { limitSelfDescribed } from './self-described.ts'

/** Options of the library, with its dispatcher: that connects to public addresses only. */
type Guarded = RequestInit & { dispatcher?: unknown }

/**
 * Options of a request to an address that an application named, such as its `jwks_uri` or its back-channel log-out. A provider whose
 * origin is on this machine reaches applications on this machine; any other reaches public addresses only, also behind a proxy on localhost.
 * @throws TypeError when the library has no dispatcher: without it, addresses would go unchecked
 */
export const outgoingRequest = (origin: string, options: Guarded = {}): RequestInit => {
  const { dispatcher, ...plain } = options
  if (isLoopbackName(new URL(origin).hostname)) return plain
  if (!dispatcher)
    throw new TypeError('Addresses of applications cannot be checked: this Node has no dispatcher for them.')
  return options
}

/** Retired signing key that only verifies, so that hints issued before a rotation remain valid. */
export class RetiredKey extends ExternalSigningKey {
  readonly #jwk: PublicJwk

  constructor(jwk: PublicJwk) {
    super()
    this.#jwk = jwk
    Object.assign(this, { kid: jwk.kid, alg: jwk.alg })
  }

  override keyObject() {
    return createPublicKey({ key: this.#jwk, format: 'jwk' })
  }

  override sign(): never {
    throw new TypeError(`The key ${this.#jwk.kid} has been retired.`)
  }
}

const minute = 60
const day = 24 * 60 * minute

/** Algorithms by which clients sign. None is symmetric: of a client's secret we store a hash only. */
const clientAlgorithms: ('RS256' | 'PS256' | 'ES256' | 'EdDSA')[] = ['RS256', 'PS256', 'ES256', 'EdDSA']

/** Lifetime of an authorization code, in seconds. */
const codeLifetime = 60
/** Maximum lifetime of a grant in seconds, regardless of refresh token use. After it the user must consent again. */
const longestGrant = 365 * day

export type Keys = { current: SigningKey; published: readonly PublicJwk[] }

type Signing = { jwtAlgorithm: SigningKey['algorithm']; algorithms: readonly SigningKey['algorithm'][] }

/** The part of a project's configuration by which `oidc-provider` decides whether it serves a client, and how. */
export const clientConfigurationOf = (
  { db }: Pick<Core, 'db'>,
  project: Project,
  { jwtAlgorithm, algorithms }: Signing,
): Configuration => {
  const { openid } = project
  return {
    scopes: scopesOf(project),
    claims: claimsOfScopes,
    acrValues: [...acrValues],
    responseTypes: ['code'],
    subjectTypes: ['public'],
    clientAuthMethods: ['client_secret_basic', 'client_secret_post', 'private_key_jwt', 'none'],
    clientDefaults: { id_token_signed_response_alg: jwtAlgorithm, authorization_signed_response_alg: jwtAlgorithm },
    enabledJWA: {
      idTokenSigningAlgValues: [...algorithms],
      userinfoSigningAlgValues: [...algorithms],
      authorizationSigningAlgValues: [...algorithms],
      clientAuthSigningAlgValues: clientAlgorithms,
      requestObjectSigningAlgValues: clientAlgorithms,
    },
    features: featuresOf({ db }, project, { jwtAlgorithm, accessTokenLifetime: openid.accessTokenMinutes * minute }),
    extraClientMetadata: {
      properties: [withoutPkce, ofFapi2],
      validator: (ctx, _, __, metadata) => {
        if (isSelfDescribed(ctx, metadata)) {
          limitSelfDescribed(metadata as Record<string, unknown>, { openid, jwtAlgorithm })
        }
      },
    },
  }
}

/** Configuration of a project's OpenID provider for `oidc-provider`. */
export const configurationOf = (core: Core, project: Project, { current, published }: Keys): Configuration => {
  const { db, now, origin, users } = core
  const { openid } = project
  // That of the key that signs: another one is the project's wish until its keys are rotated.
  const jwtAlgorithm = current.algorithm
  const accessTokenLifetime = openid.accessTokenMinutes * minute
  const algorithms = [...new Set([jwtAlgorithm, ...published.map(({ alg }) => alg)])]

  return {
    ...clientConfigurationOf(core, project, { jwtAlgorithm, algorithms }),
    adapter: createAdapter({ db, project: { ...project, jwtAlgorithm }, now }),
    routes,
    jwks: {
      keys: [
        { ...current.privateKey.export({ format: 'jwk' }), kid: current.id, alg: current.algorithm, use: 'sig' },
        ...published.filter(({ kid }) => kid !== current.id).map(key => new RetiredKey(key)),
      ] as never,
    },
    // Applications read addresses where most providers put them, in the ID token, without a call of their own.
    conformIdTokenClaims: false,
    allowOmittingSingleRegisteredRedirectUri: false,
    pkce: { required: needsPkce },
    assertJwtClientAuthClaimsAndHeader: checkAssertion,
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
    // FAPI 2.0 Security Profile, section 5.3.2.1: a sender-constrained refresh token needs no rotation, so a lost response does not end the
    // login.
    rotateRefreshToken: ({ oidc: { client } }) => client?.[ofFapi2] !== true,
    issueRefreshToken: (_, client, source) =>
      client.grantTypeAllowed('refresh_token') && source.scopes.has('offline_access'),
    expiresWithSession: (_, source) => !source.scopes.has('offline_access'),
    clientBasedCORS: (_, origin, client) =>
      (client.redirectUris ?? []).some(text => new URL(text).origin === origin && origin !== 'null'),
    findAccount: async (_, userId) => {
      const running = authorizing.getStore()?.person?.user
      const user = running?.user_id === userId ? running : await users.read(db, project.id, userId, now())
      return user === null ? undefined : { accountId: userId, claims: () => claimsOf(user) }
    },
    loadExistingGrant: ctx => grantOf(ctx),
    interactions: {
      policy: createPolicy(),
      url: (ctx, { prompt }) => {
        noteAsked(ctx, { prompt: prompt.name, reasons: prompt.reasons })
        return `${origin}/`
      },
    },
    renderError: (ctx, out) => {
      ctx.type = 'json'
      ctx.body = out
    },
    fetchResponseBodyLimits: { 'client_id metadata document': 5_120, jwks_uri: 65_536, sector_identifier_uri: 65_536 },
    fetch: (url, options) => fetch(url, outgoingRequest(origin, options)),
  }
}

/**
 * True for self-described clients. Dynamic registrations are parsed on registration, metadata documents when loaded by their URL client ID.
 */
const isSelfDescribed = (ctx: unknown, { client_id }: { client_id?: string | undefined }): boolean =>
  ctx !== undefined || client_id?.startsWith('https://') === true

/** Returns the user's consent as the grant of the running authorization. */
const grantOf: NonNullable<Configuration['loadExistingGrant']> = async ctx => {
  const running = authorizing.getStore()
  const { provider, client, account, session } = ctx.oidc
  if (!(running && client && account)) return undefined
  if (running.grantId !== null) {
    session?.ensureClientContainer(client.clientId)
    return provider.Grant.find(running.grantId)
  }
  const grant = new provider.Grant({ accountId: account.accountId, clientId: client.clientId })
  fillGrant(grant, running)
  return grant
}
