import type { Adapter, AdapterPayload } from 'oidc-provider'
import { findSessionById, type LiveSession } from '../../accounts/sessions/index.ts'
import type { Database } from '../../platform/database/index.ts'
import type { Project } from '../../projects/index.ts'
import {
  authorizationsOf,
  consumeRecord,
  deleteRecord,
  deleteRegistered,
  findClient,
  findRecord,
  type Payload,
  putRecord,
  putRegistered,
  revokeGrant,
} from '../store/index.ts'
import { authorizing } from './authorizing.ts'
import { clientMetadata } from './client-metadata.ts'
import { errors, Provider } from './library.ts'
import { proofOf } from './proof.ts'
import { refreshRequestOf } from './refresh-request.ts'
import { registeredClient } from './registered-client.ts'

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
