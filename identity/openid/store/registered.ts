import { deleteOlder, runTransaction } from '@corroborate/server-kit/database'
import { audit } from '../../platform/audit/store.ts'
import type { Database, Tx } from '../../platform/database/index.ts'
import { lockProject } from '../../projects/index.ts'
import { type Client, type ClientSettings, deleteClientRow, findClient, insertClient, updateClient } from './clients.ts'
import { deleteClientData } from './manage-clients.ts'

declare module '../../platform/names/index.ts' {
  interface OperatorEvents {
    'app.created': true
    'app.changed': true
    'app.deleted': true
  }
}

const day = 24 * 60 * 60_000
/** Retention of a dynamically registered application that was never used, in ms. */
export const unusedFor = 7 * day
/** Retention of a used dynamic registration after its last use, in ms. By then all its tokens have expired. */
export const idleFor = 366 * day
/** So many are removed in one sweep at most. */
const mostSwept = 500

type Registered = ClientSettings & Pick<Client, 'id' | 'secretHash'>

/**
 * Stores a dynamic registration (RFC 7591) or its update (RFC 7592). Returns `full` without storing if the project already has `most` of
 * them.
 */
export const putRegistered = async (
  db: Database,
  projectId: string,
  registered: Registered,
  { most, now }: { most: number; now: number },
): Promise<'stored' | 'full'> =>
  runTransaction(db, async tx => {
    const known = await findClient(tx, projectId, registered.id)
    const note = (action: 'app.created' | 'app.changed') =>
      audit(tx, {
        projectId,
        action,
        actor: 'anonymous',
        at: now,
        details: { client_id: registered.id, name: registered.name, registered: true },
      })
    if (known !== null) {
      await updateClient(tx, projectId, { ...registered, logo: known.logo }, now)
      await note('app.changed')
      return 'stored'
    }
    // One at a time, so that of many at once none goes past the limit.
    await lockProject(tx, projectId)
    if ((await countRegistered(tx, projectId)) >= most) return 'full'
    await insertClient(tx, projectId, { ...registered, origin: 'registered', logo: null }, now)
    await note('app.created')
    return 'stored'
  })

const countRegistered = async (tx: Tx, projectId: string): Promise<number> => {
  const { count } = await tx
    .selectFrom('openid_clients')
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .where('project_id', '=', projectId)
    .where('origin', '=', 'registered')
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** An application takes back that it registered, with every token it has. Nothing happens to one of an operator. */
export const deleteRegistered = async (db: Database, projectId: string, clientId: string, now: number): Promise<void> =>
  runTransaction(db, async tx => {
    const known = await findClient(tx, projectId, clientId)
    if (known?.origin !== 'registered') return
    await deleteClientRow(tx, projectId, clientId)
    await deleteClientData(tx, projectId, clientId)
    await audit(tx, {
      projectId,
      action: 'app.deleted',
      actor: 'anonymous',
      at: now,
      details: { client_id: clientId, name: known.name, registered: true },
    })
  })

/** Records the use of an application, with the day precision that the purge needs. */
export const noteUse = async (tx: Tx, projectId: string, clientId: string, now: number): Promise<void> => {
  await tx
    .updateTable('openid_clients')
    .set({ used_at: now })
    .where('project_id', '=', projectId)
    .where('client_id', '=', clientId)
    .where('origin', '=', 'registered')
    .where(is => is.or([is('used_at', 'is', null), is('used_at', '<', now - day)]))
    .execute()
}

/** Deletes unused dynamic registrations. */
const sweepRegistered = async (db: Database, now: number): Promise<void> => {
  const useless = await db
    .selectFrom('openid_clients')
    .select(['project_id', 'client_id'])
    .where('origin', '=', 'registered')
    .where(is =>
      is.or([
        is.and([is('used_at', 'is', null), is('created_at', '<=', now - unusedFor)]),
        is('used_at', '<=', now - idleFor),
      ]),
    )
    .limit(mostSwept)
    .execute()
  for (const { project_id: projectId, client_id: clientId } of useless) {
    await runTransaction(db, async tx => {
      // The application may have been used since the query.
      const gone = await tx
        .deleteFrom('openid_clients')
        .where('project_id', '=', projectId)
        .where('client_id', '=', clientId)
        .where(is => is.or([is('used_at', 'is', null), is('used_at', '<=', now - idleFor)]))
        .executeTakeFirst()
      if (gone.numDeletedRows === 1n) await deleteClientData(tx, projectId, clientId)
    })
  }
}

/** Deletes expired records and unused dynamic registrations. A spent code stays until it expires, so that its reuse is detected. */
export const sweepOpenid = async (db: Database, now: number): Promise<void> => {
  const before = now + 1
  await deleteOlder(db, 'openid_records', { key: ['project_id', 'kind', 'record_hash'], age: 'expires_at', before })
  await deleteOlder(db, 'openid_authorizations', {
    ...{ key: ['project_id', 'session_id', 'client_id'], age: 'expires_at', before },
  })
  await deleteOlder(db, 'openid_requests', {
    ...{ key: ['project_id', 'session_id', 'request_hash'], age: 'expires_at', before },
  })
  await deleteOlder(db, 'openid_logins', {
    ...{ key: ['project_id', 'user_id', 'request_hash'], age: 'expires_at', before },
  })
  await sweepRegistered(db, now)
}
