import { hash } from 'node:crypto'
import { enqueueJob, type OutboxTables } from '@corroborate/server-kit/outbox'
import type { Kysely } from 'kysely'

/** Cache keys of pages affected by a change: sent with cacheable pages (`Surrogate-Key`, `Cache-Tag`) and used for purging. */
export const cacheKeys = {
  /** The page of one paper. Not the DOI: it may hold any character, and these names are parts of a list. */
  paper: (doi: string): string => `paper-${hash('sha256', doi, 'base64url').slice(0, 20)}`,
  /** The pages of all papers, for a change that concerns very many. */
  papers: 'papers',
  /** Lists of the whole site, the home page and feeds among them. */
  lists: 'lists',
} as const

/** Job that purges one cache key. */
export type PurgeJobs = { 'caches.purge': { key: string } }

/**
 * Delay between a change and its purge, in ms. By then no server serves its cached response (`paper-call.ts` caches for one second), so
 * that no cache fetches a stale page again. Further changes within the delay share one purge.
 */
const purgedAfter = 2_000

/** Above this number of papers at once, all paper pages are purged. */
const mostSingly = 500

/** Identifies the database of a transaction: Kysely passes it on. */
type AnyDatabase = Pick<Kysely<never>, 'getExecutor'>

const adapterOf = (db: AnyDatabase): object => db.getExecutor().adapter

const purging = new WeakSet<object>()

/** Enables purging of the caches in front of the site for changes in this database. Without it, nothing is written. */
export const purgeWhatChanges = (db: AnyDatabase): void => void purging.add(adapterOf(db))

/** Schedules a purge of the pages with these keys if the transaction commits. */
export const noteChange = async (tx: AnyDatabase, keys: readonly string[]): Promise<void> => {
  if (!purging.has(adapterOf(tx))) return
  // The tables of the transaction are those of one feature; the outbox is in every database of the site.
  const db = tx as unknown as Kysely<OutboxTables>
  // Sorted, so that two transactions never deadlock.
  for (const key of [...new Set(keys)].sort())
    await enqueueJob(db, { kind: 'caches.purge', payload: { key }, key, delay: purgedAfter }, Date.now())
}

/** Schedules a purge of all pages that show some papers. */
export const notePapersChange = (tx: AnyDatabase, dois: readonly string[]): Promise<void> =>
  noteChange(tx, dois.length > mostSingly ? [cacheKeys.papers] : dois.map(cacheKeys.paper))
