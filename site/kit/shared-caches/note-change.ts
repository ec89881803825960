import { enqueueJob, type OutboxTables } from '@corroborate/server-kit/outbox'
import type { Kysely } from 'kysely'
import { cacheKeys } from './cache-keys.ts'

/** The job that purges what has one key. Its payload is the key. */
export type PurgeJobs = { 'caches.purge': { key: string } }

/**
 * So long after a change it is purged, in ms: by then no server shows what it had made just before (`paper-call.ts` keeps it for a
 * second), so that no cache fetches that once more. What changes again until then is purged once.
 */
const purgedAfter = 2_000

/** Of more papers at once than this, the pages of all are purged. */
const mostSingly = 500

/** What tells the database of a transaction: Kysely hands it on. */
type AnyDatabase = Pick<Kysely<never>, 'getExecutor'>

const adapterOf = (db: AnyDatabase): object => db.getExecutor().adapter

const purging = new WeakSet<object>()

/** From now on, what changes in this database is purged from the caches in front of the site. Without it, nothing is written. */
export const purgeWhatChanges = (db: AnyDatabase): void => void purging.add(adapterOf(db))

/** Has the pages with these keys purged, if and only if the transaction commits. */
export const noteChange = async (tx: AnyDatabase, keys: readonly string[]): Promise<void> => {
  if (!purging.has(adapterOf(tx))) return
  // The tables of the transaction are those of one feature; the outbox is in every database of the site.
  const db = tx as unknown as Kysely<OutboxTables>
  // In one order for everybody, so that two transactions never wait for each other.
  for (const key of [...new Set(keys)].sort())
    await enqueueJob(db, { kind: 'caches.purge', payload: { key }, key, delay: purgedAfter }, Date.now())
}

/** The same for what the pages of some papers show. */
export const notePapersChange = (tx: AnyDatabase, dois: readonly string[]): Promise<void> =>
  noteChange(tx, dois.length > mostSingly ? [cacheKeys.papers] : dois.map(cacheKeys.paper))
