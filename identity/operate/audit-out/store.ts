import { engineOf, runTransaction } from '@corroborate/server-kit/database'
import { noteLine, readEntriesWithoutLine } from '../../platform/audit/index.ts'
import type { Database, Tx } from '../../platform/database/index.ts'
import { makeLine, noLine } from './lines.ts'

/** Lines made in one transaction. */
const atOnce = 200

/** The newest line; null before the first. */
export const readHead = async (db: Database | Tx): Promise<{ seq: number; hash: string } | null> =>
  (await db.selectFrom('audit_chain').select(['seq', 'hash']).executeTakeFirst()) ?? null

/** Appends new entries to the hash chain shared by all projects. @returns the number of new lines */
export const makeLines = (db: Database): Promise<number> =>
  runTransaction(db, async tx => {
    await tx
      .insertInto('audit_chain')
      .values({ name: 'head', seq: 0, hash: noLine })
      .onConflict(conflict => conflict.column('name').doNothing())
      .execute()
    // Of two nodes one goes first: the other finds its lines made.
    const head = tx.selectFrom('audit_chain').select(['seq', 'hash'])
    let { seq, hash } = await (engineOf(tx) === 'postgres' ? head.forUpdate() : head).executeTakeFirstOrThrow()
    const entries = await readEntriesWithoutLine(tx, atOnce)
    for (const entry of entries) {
      const line = makeLine(++seq, hash, entry)
      hash = line.hash
      await tx.insertInto('audit_lines').values({ seq, text: line.text }).execute()
      await noteLine(tx, entry.project_id, entry.audit_id, seq)
    }
    if (entries.length > 0) await tx.updateTable('audit_chain').set({ seq, hash }).execute()
    return entries.length
  })

/** Lines that a place has not got, the oldest first. */
export const linesFor = async (db: Database, place: string): Promise<{ seq: number; text: string }[]> => {
  const reached = await db.selectFrom('audit_places').select('seq').where('place', '=', place).executeTakeFirst()
  return db
    .selectFrom('audit_lines')
    .select(['seq', 'text'])
    .where('seq', '>', reached?.seq ?? 0)
    .orderBy('seq')
    .limit(atOnce)
    .execute()
}

/** Notes that a place has all lines up to one. */
export const noteReached = async (db: Database, place: string, seq: number): Promise<void> => {
  await db
    .insertInto('audit_places')
    .values({ place, seq })
    .onConflict(conflict => conflict.column('place').doUpdateSet({ seq }))
    .execute()
}

/** Forgets the lines that every place has, and places that are none any more. */
export const forgetArrived = async (db: Database, places: readonly string[]): Promise<void> => {
  await db.deleteFrom('audit_places').where('place', 'not in', places).execute()
  const reached = await db.selectFrom('audit_places').select('seq').execute()
  if (reached.length < places.length) return
  await db
    .deleteFrom('audit_lines')
    .where('seq', '<=', Math.min(...reached.map(({ seq }) => seq)))
    .execute()
}
