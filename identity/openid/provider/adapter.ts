import { hash } from 'node:crypto'
import type { AuthenticationFactor } from '@corroborate/wire/types'
import type { Adapter, AdapterPayload, KoaContextWithOIDC } from 'oidc-provider'
import { isSecondFactor } from '../../accounts/second-factor/second-factor.ts'
import { findSessionById, type LiveSession } from '../../accounts/sessions/index.ts'
import type { Database } from '../../platform/database/index.ts'
import type { Project } from '../../projects/index.ts'
import {
  authorizationsOf,
  type Client,
  consumeRecord,
  deleteRecord,
  deleteRegistered,
  findClient,
  findRecord,
  hashClientSecret,
  type Payload,
  putRecord,
  putRegistered,
  revokeGrant,
} from '../store/index.ts'
import { authorizing, clientMetadata, withoutPkce } from './client-metadata.ts'
import { errors, Provider } from './library.ts'
import { nameless } from './self-described.ts'

/** Authentication of a session, as ID token claims. */
export type Proof = {
  /** One of `acrValues`. */
  acr: string
  /** Authentication methods (RFC 8176). */
  amr: string[]
  /** Time of the newest factor in epoch seconds: `auth_time`. */
  authTime: number
}

/** Authentication contexts, weakest first: one factor, or two different ones. */
export const acrValues = ['urn:corroborate:acr:1fa', 'urn:corroborate:acr:2fa'] as const

/** `fed`: another provider vouched. */
const methodOf = ({ type, delivery_method }: Pick<AuthenticationFactor, 'type' | 'delivery_method'>): string => {
  switch (type) {
    case 'password':
      return 'pwd'
    case 'otp':
      return delivery_method === 'sms' || delivery_method === 'whatsapp' ? 'sms' : 'otp'
    case 'totp':
    case 'recovery_code':
    case 'magic_link':
      return 'otp'
    case 'webauthn':
    case 'signature_challenge':
      return 'pop'
    case 'oauth':
    case 'impersonated':
      return 'fed'
  }
}

/** Summarizes the factors of a session. */
export const proofOf = (factors: readonly AuthenticationFactor[]): Proof => {
  const methods = new Set(factors.map(methodOf))
  const userVerified = factors.some(factor => 'webauthn_factor' in factor && factor.webauthn_factor.user_verified)
  const isTwo = factors.some(isSecondFactor) && (userVerified || factors.some(factor => !isSecondFactor(factor)))
  const times = factors.map(({ last_authenticated_at }) => Date.parse(last_authenticated_at))
  return {
    acr: acrValues[isTwo ? 1 : 0],
    amr: [...methods, ...(userVerified ? ['user'] : []), ...(isTwo ? ['mfa'] : [])],
    authTime: Math.floor(Math.max(0, ...times) / 1_000),
  }
}

/**
 * Returns a hash of a refresh request's parameters and key, which is the same for retries; null for other requests. The client is not part
 * of it, since a refresh token belongs to one application. Of a DPoP proof it includes only the header with the key, because each request
 * has a new proof. Pure.
 */
export const refreshRequestOf = (ctx: KoaContextWithOIDC | undefined): string | null => {
  const params = ctx?.oidc.params
  if (ctx === undefined || params?.grant_type !== 'refresh_token') return null
  const [key = ''] = ctx.get('DPoP').split('.')
  return hash('sha256', JSON.stringify([params.scope ?? null, params.resource ?? null, key]), 'base64url')
}

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

/** Storage time of records without expiry, in seconds. */
const unending = 10 * 365 * 24 * 60 * 60

type Of = { db: Database; project: Pick<Project, 'id' | 'openid' | 'rbac' | 'jwtAlgorithm'>; now: () => number }

/** Storage adapter of a project's provider. Clients and sessions have our own tables; everything else is stored as records. */
export const createAdapter =
  (of: Of) =>
  (kind: string): Adapter => {
    if (kind === 'Client') return clientAdapter(of)
    if (kind === 'Session') return sessionAdapter(of)
    // Interactions are not stored: the required user action is determined within the request.
    if (kind === 'Interaction') return { ...recordAdapter(of, kind), upsert: async () => {} }
    return recordAdapter(of, kind)
  }

const recordAdapter = ({ db, project: { id: projectId }, now }: Of, kind: string): Adapter => {
  const record = { projectId, kind }
  return {
    upsert: (id, payload, expiresIn) => putRecord(db, record, id, payload as Payload, expiresIn ?? unending, now()),
    find: id => findRecord(db, record, id, now(), refreshRequestOf(Provider.ctx)),
    findByUid: nothing,
    findByUserCode: nothing,
    destroy: id => deleteRecord(db, record, id),
    revokeByGrantId: grantId => revokeGrant(db, projectId, grantId),
    /**
     * Only one of several concurrent uses succeeds, along with retries of the same refresh; any other revokes the grant (RFC 9700, section
     * 4.5).
     */
    consume: async id => {
      if (await consumeRecord(db, record, id, now(), refreshRequestOf(Provider.ctx))) return
      const grantId = (await findRecord(db, record, id, now()))?.grantId
      if (typeof grantId === 'string') await revokeGrant(db, projectId, grantId)
      throw new errors.InvalidGrant('it was used already')
    },
  }
}

const clientAdapter = ({ db, project, now }: Of): Adapter => ({
  ...readOnly,
  find: async id => {
    const running = authorizing.getStore()?.client
    const client = running?.id === id ? running : await findClient(db, project.id, id)
    return client === null ? undefined : clientMetadata(client, project)
  },
  /** An application registers itself, or changes that: nothing else is ever stored by the provider. */
  upsert: async (id, payload) => {
    const known = await findClient(db, project.id, id)
    const limits = { most: project.openid.mostRegistered, now: now() }
    const stored = await putRegistered(db, project.id, registeredClient(payload, known), limits)
    if (stored === 'full') throw new errors.TemporarilyUnavailable('this project takes no more registrations for now')
  },
  destroy: id => deleteRegistered(db, project.id, id, now()),
})

/**
 * The sessions of the provider are our own, by their ids: a token that ends with its session is looked at with it every
 * time. By the id in a cookie only an authorization that we run ourselves finds one.
 */
const sessionAdapter = ({ db, project: { id: projectId }, now }: Of): Adapter => {
  const payloadOf = async (session: LiveSession | null | undefined): Promise<AdapterPayload | undefined> => {
    if (session == null) return undefined
    const { acr, amr, authTime } = proofOf(session.factors)
    const authorizations = await authorizationsOf(db, projectId, session.id)
    return {
      kind: 'Session',
      jti: session.id,
      uid: session.id,
      accountId: session.userId,
      acr,
      amr,
      loginTs: authTime,
      exp: Math.floor(session.expiresAt / 1_000),
      authorizations: Object.fromEntries(
        authorizations.map(({ clientId, sid, grantId }) => [clientId, { sid, grantId }]),
      ),
    }
  }
  return {
    ...readOnly,
    upsert: async () => {},
    find: async id => {
      const session = authorizing.getStore()?.person?.session
      return session?.id === id ? payloadOf(session) : undefined
    },
    findByUid: async id => payloadOf(await findSessionById(db, projectId, id, now())),
  }
}

async function nothing(): Promise<undefined> {}

const readOnly: Adapter = {
  upsert: nothing,
  find: nothing,
  findByUid: nothing,
  findByUserCode: nothing,
  destroy: nothing,
  revokeByGrantId: nothing,
  consume: nothing,
}
