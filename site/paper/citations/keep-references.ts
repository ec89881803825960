import { listed } from '@corroborate/server-kit/database'
import type { Kysely } from 'kysely'
import { type Doi, storedDoi } from '../../kit/doi/index.ts'
import { recordActivity, retractActivity, watchedAmong } from '../activity/index.ts'
import { factsInEvidence, isRecent, knownReader, type StoredKnown, upsertRows } from '../known/index.ts'
import { activityKey, activityOf, type Fallen, fallOf, isAboutFall, spanOf } from './list-falls.ts'
import type { CitationTables, ReferenceSource } from './tables.ts'

/**
 * True if watchers of a paper are notified of a flagged reference: the flag is recent, or recorded after the references were first read.
 * Everything else was visible when they started to watch.
 * @param firstRead when the paper's references were first read, epoch ms; null for never
 * @param notedAt when the flag was recorded, epoch ms
 */
export const isNews = ({
  firstRead,
  notedAt,
  fellLately,
}: {
  firstRead: number | null
  notedAt: number
  fellLately: boolean
}): boolean => fellLately || (firstRead !== null && notedAt > firstRead)

/** A citation reported by a source. */
export type Reference = {
  citing: Doi
  cited: Doi
  source: ReferenceSource
  /** Publication date of the citing paper: ISO 8601, with known precision. */
  published: string | null
}

/** References to flagged papers, with their evidence. */
type Found = { references: readonly Reference[]; fallen: ReadonlyMap<Doi, { fallen: Fallen; title: string | null }> }

/**
 * Stores references to flagged papers in the caller's transaction, and records each new pair with a watched citing paper as an activity,
 * once (`isNews`).
 * @param now epoch ms
 * @returns the stored ones, new or not
 */
export const keepReferences = async (
  tx: Kysely<CitationTables>,
  references: readonly Reference[],
  now: number,
): Promise<readonly Reference[]> => {
  const found = await toFallen(tx, references)
  if (found.references.length === 0) return []
  const fresh = await newPairs(tx, found.references)
  await upsertRows(tx, 'fallen_references', ['citing', 'cited', 'source'], found.references)
  await tell(tx, { ...found, references: fresh }, now)
  return found.references
}

const toFallen = async (tx: Kysely<CitationTables>, references: readonly Reference[]): Promise<Found> => {
  const known = await knownReader(tx).many([...new Set(references.map(({ cited }) => cited))])
  const fallen = new Map<Doi, { fallen: Fallen; title: string | null; stored: StoredKnown }>()
  for (const [doi, stored] of known) {
    const fell = stored.updates.length + stored.replications.length === 0 ? null : fallOf(doi, stored)
    if (fell !== null) fallen.set(doi, { fallen: fell, stored, title: factsInEvidence({ doi, ...stored }).title })
  }
  return {
    fallen,
    references: references.filter(({ citing, cited }) => {
      const about = fallen.get(cited)
      return about !== undefined && citing !== cited && !isAboutFall(citing, about.stored)
    }),
  }
}

/** Returns pairs not reported by any source before, each once. */
const newPairs = async (tx: Kysely<CitationTables>, references: readonly Reference[]): Promise<Reference[]> => {
  const rows = await tx
    .selectFrom('fallen_references')
    .select(['citing', 'cited'])
    .where('citing', 'in', listed(tx, JSON.stringify([...new Set(references.map(({ citing }) => citing))])))
    .execute()
  const kept = new Set(rows.map(({ citing, cited }) => activityKey(storedDoi(citing), storedDoi(cited))))
  const pairs = new Map(references.map(reference => [activityKey(reference.citing, reference.cited), reference]))
  return [...pairs].filter(([key]) => !kept.has(key)).map(([, reference]) => reference)
}

const tell = async (tx: Kysely<CitationTables>, { references, fallen }: Found, now: number): Promise<void> => {
  const watched = await watchedAmong(tx, [...new Set(references.map(({ citing }) => citing))])
  if (watched.size === 0) return
  const read = await tx
    .selectFrom('references_read')
    .select(['doi', 'first_at'])
    .where('doi', 'in', listed(tx, JSON.stringify([...watched])))
    .execute()
  const firstRead = new Map(read.map(({ doi, first_at }) => [doi, first_at]))
  const cited = JSON.stringify([...new Set(references.map(reference => reference.cited))])
  const rows = await tx
    .selectFrom('fallen_papers')
    .select(['doi', 'title', 'noted_at'])
    .where('doi', 'in', listed(tx, cited))
    .execute()
  const named = new Map(rows.map(row => [row.doi, row]))
  for (const reference of references) {
    const about = fallen.get(reference.cited)
    if (about === undefined || !watched.has(reference.citing)) continue
    const { title = null, noted_at: notedAt = now } = named.get(reference.cited) ?? {}
    const { last } = spanOf(about.fallen.status)
    if (!isNews({ firstRead: firstRead.get(reference.citing) ?? null, notedAt, fellLately: isRecent(last, now) }))
      continue
    await recordActivity(tx, activityOf({ ...reference, title: title ?? about.title }, about.fallen, now), now)
  }
}

/** Deletes references a source no longer reports, and withdraws the activity of pairs without any source. */
export const dropReferences = async (
  tx: Kysely<CitationTables>,
  pairs: readonly Pick<Reference, 'citing' | 'cited' | 'source'>[],
): Promise<void> => {
  for (const { citing, cited, source } of pairs) {
    await tx
      .deleteFrom('fallen_references')
      .where('citing', '=', citing)
      .where('cited', '=', cited)
      .where('source', '=', source)
      .execute()
    const left = await tx
      .selectFrom('fallen_references')
      .select('source')
      .where('citing', '=', citing)
      .where('cited', '=', cited)
      .executeTakeFirst()
    if (left === undefined) await retractActivity(tx, activityKey(citing, cited))
  }
}
