import type { Kysely } from 'kysely'
import type { KnownSource, SourceTables } from '../known/index.ts'

/** Lease of a run, in ms, after which another may take its source. */
export const lease = 60_000

/** Another run has taken the source. */
export class LostHold extends Error {
  override name = 'LostHold'
}

type Db = Kysely<SourceTables>
type Hold = { source: KnownSource; holder: string; now: number }

/** Acquires a source's lease for a run. False if another run holds it. */
export const takeSource = async (db: Db, { source, holder, now }: Hold): Promise<boolean> => {
  await db
    .insertInto('known_sources')
    .values({ source, held_until: 0 })
    .onConflict(conflict => conflict.column('source').doNothing())
    .execute()
  const taken = await db
    .updateTable('known_sources')
    .set({ holder, held_until: now + lease })
    .where('source', '=', source)
    .where('held_until', '<=', now)
    .executeTakeFirst()
  return taken.numUpdatedRows > 0n
}

/**
 * Extends a lease in the transaction that writes the run's data, with its progress.
 * @throws LostHold if another run holds the source, so that nothing is written
 */
export const prolongHold = async (tx: Db, { source, holder, now }: Hold, progress?: object): Promise<void> => {
  const kept = await tx
    .updateTable('known_sources')
    .set({ held_until: now + lease, ...(progress !== undefined && { progress: JSON.stringify(progress) }) })
    .where('source', '=', source)
    .where('holder', '=', holder)
    .executeTakeFirst()
  if (kept.numUpdatedRows === 0n) throw new LostHold('Another run is syncing this source.')
}

/** Releases a source's lease, with a summary of the run. */
export const letGo = async (db: Db, { source, holder }: Hold, did: string | null): Promise<void> => {
  await db
    .updateTable('known_sources')
    .set(did === null ? { holder: null, held_until: 0 } : { holder: null, held_until: 0, did })
    .where('source', '=', source)
    .where('holder', '=', holder)
    .execute()
}

/** Returns the progress of the last run; an empty object at first. */
export const readProgress = async (db: Db, source: KnownSource): Promise<Record<string, unknown>> => {
  const row = await db.selectFrom('known_sources').select('progress').where('source', '=', source).executeTakeFirst()
  return JSON.parse(row?.progress ?? '{}')
}
