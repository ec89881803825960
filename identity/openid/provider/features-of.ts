import type { Client, Configuration, KoaContextWithOIDC } from 'oidc-provider'
import type { SigningKey } from '../../accounts/sessions/index.ts'
import { newId } from '../../platform/ids/index.ts'
import { publicKeyProblem } from '../../platform/public-keys/index.ts'
import type { Project } from '../../projects/index.ts'
import type { Core } from '../../sdk/core/create-core.ts'
import { findClient, newClientSecret } from '../store/index.ts'
import { ofFapi2, withoutPkce } from './client-metadata.ts'
import { errors } from './library.ts'

/** True if a request requires PKCE. A client that may replace PKCE by a nonce doesn't need it for sign-ins with a nonce. */
export const needsPkce = ({ oidc }: KoaContextWithOIDC, client: Client): boolean => {
  if (client.clientAuthMethod === 'none' || client[ofFapi2] === true) return true
  const may = client[withoutPkce]
  const hasNonce = Boolean(oidc.params?.nonce) && oidc.requestParamScopes.has('openid')
  return may !== 'always' && !(may === 'with-nonce' && hasNonce)
}

/** The algorithms of the FAPI 2.0 Security Profile, section 5.4. */
const fapi2Algorithms: readonly unknown[] = ['PS256', 'ES256', 'EdDSA']

/** True if the algorithm is allowed by the client's profile. */
const hasAlgorithmOf = (client: Client, header: { alg?: unknown } | undefined): boolean =>
  client[ofFapi2] !== true || fapi2Algorithms.includes(header?.alg)

/** The keys of a client, fetched if they are at an address of its own and were not fetched lately. */
type ClientKeys = { refresh: () => Promise<void> } & Iterable<Readonly<Record<string, unknown>>>

/** True if none of the client's keys is too weak to trust. A key set that cannot be fetched is reported by `oidc-provider`. */
const hasSoundKeys = async (client: Client): Promise<boolean> => {
  const keys = client.asymmetricKeyStore as ClientKeys
  await keys.refresh().catch(() => {})
  return [...keys].every(key => publicKeyProblem(key) === null)
}

/**
 * Validates a client assertion beyond the standard checks. The audience may also be one of our endpoints or a list that includes us, as in
 * the second implementer's draft of FAPI 2.0 and many libraries.
 * @throws InvalidClientAuth
 */
export const checkAssertion = async (
  _: unknown,
  __: unknown,
  header: { alg?: unknown } | undefined,
  client: Client,
): Promise<void> => {
  if (!hasAlgorithmOf(client, header)) throw new errors.InvalidClientAuth('alg must be PS256, ES256 or EdDSA')
  if (!(await hasSoundKeys(client))) throw new errors.InvalidClientAuth('a key of the client is too weak')
}

/** Maximum lifetime of a FAPI 2.0 client's request object, in seconds (FAPI 2.0 Message Signing, section 5.3.1). */
const requestObjectLifetime = 3600

/**
 * Checks a signed authorization request (RFC 9101) beyond its signature, issuer and audience. One of a FAPI 2.0 client is valid for an
 * hour at most, so it also began less than an hour ago.
 * @throws InvalidRequestObject
 */
const checkRequestObject = async (
  { oidc }: KoaContextWithOIDC,
  claims: Readonly<Record<string, unknown>>,
  header: { alg?: unknown } | undefined,
  client: Client,
): Promise<void> => {
  const wrong = (sentence: string): never => {
    throw new errors.InvalidRequestObject(sentence)
  }
  if (!(await hasSoundKeys(client))) wrong('a key of the client is too weak')
  if (client[ofFapi2] !== true || oidc.entities.PushedAuthorizationRequest !== undefined) return
  if (!hasAlgorithmOf(client, header)) wrong('alg must be PS256, ES256 or EdDSA')
  const { nbf, exp, aud } = claims
  if (typeof nbf !== 'number' || typeof exp !== 'number' || aud === undefined) {
    return wrong("a request object needs the claims 'aud', 'nbf' and 'exp'")
  }
  if (exp <= nbf || exp - nbf > requestObjectLifetime) wrong("'exp' must be within 60 minutes of 'nbf'")
}

/** Maximum lifetime of an irrevocable JWT, in seconds. */
const longestJwt = 5 * 60

type Tokens = {
  jwtAlgorithm: SigningKey['algorithm']
  /** In seconds. */
  accessTokenLifetime: number
}

/** Supported OpenID Connect and OAuth features of a project's provider, for `oidc-provider`. */
export const featuresOf = (
  { db }: Pick<Core, 'db'>,
  project: Project,
  { jwtAlgorithm, accessTokenLifetime }: Tokens,
): NonNullable<Configuration['features']> => {
  const { openid } = project
  const resourceNamed = (resource: string) => openid.resources.find(known => known.resource === resource)

  return {
    devInteractions: { enabled: false },
    externalSigningSupport: { enabled: true, ack: 'experimental-01' },
    backchannelLogout: { enabled: true },
    claimsParameter: { enabled: true },
    clientCredentials: { enabled: openid.clientCredentials },
    dPoP: { enabled: openid.dpop },
    requestObjects: { enabled: true, assertJwtClaimsAndHeader: checkRequestObject },
    jwtResponseModes: { enabled: true },
    introspection: { enabled: true, allowedPolicy: (_, { clientId }, token) => mayIntrospect(clientId, token) },
    fapi: { enabled: true, profile: (_, client) => (client?.[ofFapi2] === true ? '2.0' : undefined) },
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
