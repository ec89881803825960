import { listed } from '@corroborate/server-kit/database'
import type { Kysely } from 'kysely'
import { type Doi, storedDoi } from '../../kit/doi/index.ts'
import { retractActivity } from '../activity/index.ts'
import { knownReader } from '../known/index.ts'
import { activityKey } from './activity-of.ts'
import { fallOf } from './fall.ts'
import type { CitationTables } from './tables.ts'
import { spanOf } from './when-fell.ts'

/** So many papers are looked at in one transaction: some milliseconds. */
const atOnce = 500

/** True if flagged papers were listed before. */
export const hasListedFalls = async (db: Kysely<CitationTables>): Promise<boolean> =>
  (await db.selectFrom('fallen_papers').select('doi').limit(1).executeTakeFirst()) !== undefined

/**
 * Updates the list of flagged papers for the next papers after a DOI, in the caller's transaction: adds new ones, and removes unflagged
 * ones with their references and activity. Idempotent.
 * @param notedAt recording time of new ones, epoch ms
 * @returns the DOI to continue after; null at the end
 */
export const listFalls = async (tx: Kysely<CitationTables>, after: string, notedAt: number): Promise<string | null> => {
  const dois = await nextDois(tx, after)
  const known = await knownReader(tx).many(dois)
  const before = await tx
    .selectFrom('fallen_papers')
    .select(['doi', 'fell_on'])
    .where('doi', 'in', listed(tx, JSON.stringify(dois)))
    .execute()
  const fellBefore = new Map(before.map(row => [row.doi, row.fell_on]))
  const fresh: { doi: Doi; fell_on: string; noted_at: number }[] = []
  for (const [doi, stored] of known) {
    const fallen = fallOf(doi, stored)
    const was = fellBefore.get(doi)
    if (fallen === null) {
      if (was !== undefined) await removeFall(tx, doi)
      continue
    }
    const fellOn = spanOf(fallen.status).last ?? ''
    if (was === undefined) fresh.push({ doi, fell_on: fellOn, noted_at: notedAt })
    else if (was !== fellOn)
      await tx.updateTable('fallen_papers').set({ fell_on: fellOn }).where('doi', '=', doi).execute()
  }
  if (fresh.length > 0)
    await tx
      .insertInto('fallen_papers')
      .values(fresh)
      .onConflict(other => other.doNothing())
      .execute()
  return dois.length < atOnce ? null : (dois.at(-1) ?? null)
}

/** The next papers of which anything is known, or that are on the list, in the database's own order of their DOIs. */
const nextDois = async (tx: Kysely<CitationTables>, after: string): Promise<Doi[]> => {
  const updates = tx.selectFrom('updates').select('doi').where('doi', '>', after).groupBy('doi').orderBy('doi')
  const replications = tx
    .selectFrom('replications')
    .select('original_doi as doi')
    .where('original_doi', '>', after)
    .groupBy('original_doi')
    .orderBy('original_doi')
  const listedNow = tx.selectFrom('fallen_papers').select('doi').where('doi', '>', after).orderBy('doi')
  const rows = await tx
    .selectFrom(
      tx
        .selectFrom(updates.limit(atOnce).as('updates'))
        .select('doi')
        .union(tx.selectFrom(replications.limit(atOnce).as('replications')).select('doi'))
        .union(tx.selectFrom(listedNow.limit(atOnce).as('listed')).select('doi'))
        .as('known'),
    )
    .select('doi')
    .orderBy('doi')
    .limit(atOnce)
    .execute()
  return rows.map(({ doi }) => storedDoi(doi))
}

/** Handles a reversed flag: a paper may have thousands of citations, few of which are watched. */
const removeFall = async (tx: Kysely<CitationTables>, doi: Doi): Promise<void> => {
  const gone = await tx.deleteFrom('fallen_references').where('cited', '=', doi).returning('citing').execute()
  const keys = [...new Set(gone.map(({ citing }) => activityKey(storedDoi(citing), doi)))]
  const told = await tx
    .selectFrom('activity')
    .select('key')
    .where('key', 'in', listed(tx, JSON.stringify(keys)))
    .execute()
  for (const { key } of told) await retractActivity(tx, key)
  await tx.deleteFrom('fallen_papers').where('doi', '=', doi).execute()
}
