import { runTransaction } from '@corroborate/server-kit/database'
import { audit } from '../../platform/audit/index.ts'
import type { Database, Tx } from '../../platform/database/index.ts'
import { lockProject } from '../../projects/index.ts'
import { type Client, type ClientSettings, deleteClientRow, findClient, insertClient, updateClient } from './clients.ts'
import { forgetClient } from './manage-clients.ts'

declare module '../../platform/names/index.ts' {
  interface OperatorEvents {
    'app.created': true
    'app.changed': true
    'app.deleted': true
  }
}

const day = 24 * 60 * 60_000
/** An application that nobody ever signed in to is forgotten so long after it registered, in ms. */
export const unusedFor = 7 * day
/** One that somebody did sign in to holds nothing that is good for longer than this, and is forgotten then, in ms. */
export const idleFor = 366 * day
/** So many are removed in one sweep at most. */
const mostSwept = 500

type Registered = ClientSettings & Pick<Client, 'id' | 'secretHash'>

/**
 * Stores an application that registered itself (RFC 7591), or what it changed of that (RFC 7592). `full`: the project has
 * `most` of them already; nothing was stored.
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
    await forgetClient(tx, projectId, clientId)
    await audit(tx, {
      projectId,
      action: 'app.deleted',
      actor: 'anonymous',
      at: now,
      details: { client_id: clientId, name: known.name, registered: true },
    })
  })

/** Notes that somebody signs in to an application: to the day, which is as exactly as the sweep asks. */
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

/** Removes applications that registered themselves and are of no use to anybody. */
export const sweepRegistered = async (db: Database, now: number): Promise<void> => {
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
      // Somebody may have signed in to it since it was looked for.
      const gone = await tx
        .deleteFrom('openid_clients')
        .where('project_id', '=', projectId)
        .where('client_id', '=', clientId)
        .where(is => is.or([is('used_at', 'is', null), is('used_at', '<=', now - idleFor)]))
        .executeTakeFirst()
      if (gone.numDeletedRows === 1n) await forgetClient(tx, projectId, clientId)
    })
  }
}
