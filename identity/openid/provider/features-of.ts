import type { Configuration } from 'oidc-provider'
import type { SigningKey } from '../../accounts/sessions/index.ts'
import { newId } from '../../platform/ids/index.ts'
import type { Project } from '../../projects/index.ts'
import type { Core } from '../../sdk/core/index.ts'
import { findClient, newClientSecret } from '../store/index.ts'
import { ofFapi2 } from './client-metadata.ts'
import { checkRequestObject } from './demands.ts'
import { errors } from './library.ts'

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
