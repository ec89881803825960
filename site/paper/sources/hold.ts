import type { Kysely } from 'kysely'
import type { KnownSource, SourceTables } from '../known/index.ts'

/** How long a run may be silent before another may take its source, in ms. */
export const lease = 60_000

/** Another run has taken the source. */
export class LostHold extends Error {
  override name = 'LostHold'
}

type Db = Kysely<SourceTables>
type Hold = { source: KnownSource; holder: string; now: number }

/** Takes a source for one run. False while another run has it. */
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
 * Prolongs a hold in the transaction that writes what the run has read, with how far it has come.
 * @throws LostHold when another run has the source, so that nothing is written.
 */
export const prolongHold = async (tx: Db, { source, holder, now }: Hold, progress?: object): Promise<void> => {
  const kept = await tx
    .updateTable('known_sources')
    .set({ held_until: now + lease, ...(progress !== undefined && { progress: JSON.stringify(progress) }) })
    .where('source', '=', source)
    .where('holder', '=', holder)
    .executeTakeFirst()
  if (kept.numUpdatedRows === 0n) throw new LostHold('Another run has taken this source.')
}

/** Lets a source go, with a sentence on what the run did. */
export const letGo = async (db: Db, { source, holder }: Hold, did: string | null): Promise<void> => {
  await db
    .updateTable('known_sources')
    .set(did === null ? { holder: null, held_until: 0 } : { holder: null, held_until: 0, did })
    .where('source', '=', source)
    .where('holder', '=', holder)
    .execute()
}

/** How far the last run has come, as it wrote it; an empty object at first. */
export const readProgress = async (db: Db, source: KnownSource): Promise<Record<string, unknown>> => {
  const row = await db.selectFrom('known_sources').select('progress').where('source', '=', source).executeTakeFirst()
  return JSON.parse(row?.progress ?? '{}')
}
