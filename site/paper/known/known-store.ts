import { listed } from '@corroborate/server-kit/database'
import type { Kysely, Transaction } from 'kysely'
import type { Doi } from '../../kit/doi/index.ts'
import { notePapersChange } from '../../kit/shared-caches/note-change.ts'
import { plainText } from '../works-index/index.ts'
import type { UpdateSource } from './evidence.ts'
import { floraOrigin, type KnownTables, starter } from './known-tables.ts'
import { updateType } from './update-types.ts'
import { upsertRows } from './upsert-rows.ts'

/** One correction, retraction or other notice, cleaned by its reader. */
export type UpdateRow = {
  doi: Doi
  type: string
  noticeDoi: Doi | null
  /** ISO 8601: 2019-04-30, 2019-04 or 2019. */
  date: string | null
  retracted: boolean
  journal: string | null
  publisher: string | null
  title: string | null
  reasons?: readonly string[] | undefined
  /** http(s) addresses where more can be read. */
  links?: readonly string[] | undefined
}

/** An update from a live source. */
export type SourcedUpdate = UpdateRow & { source: UpdateSource }

/** One attempt to repeat a paper. */
export type ReplicationRow = {
  originalDoi: Doi
  replicationDoi: Doi | null
  /** http(s) address of an attempt that has no DOI. */
  replicationUrl?: string | null
  type: string
  outcome: string
  quote: string | null
  originalTitle: string | null
  originalJournal: string | null
  originalYear: number | null
  replicationTitle: string | null
  replicationJournal: string | null
  replicationYear: number | null
  origin: string
}

/**
 * Adds or brings up to date; gives the number of rows that changed, 0 when all were there already. Rows are written in
 * transactions of a few milliseconds, so that a site on the same database keeps serving.
 */
export const saveUpdates = async (
  db: Kysely<KnownTables>,
  rows: readonly UpdateRow[],
  source: UpdateSource = 'crossref',
): Promise<number> => {
  const table = rows.map(row => ({
    doi: row.doi,
    source,
    type: updateType(row.type),
    notice_doi: row.noticeDoi ?? '',
    date: row.date,
    retracted: row.retracted ? 1 : 0,
    journal: row.journal,
    publisher: row.publisher,
    title: plainTitle(row.title),
    reasons: jsonList(row.reasons),
    links: jsonList(row.links),
  }))
  // Retraction Watch publishes a full list and an index without dates and reasons; the index must not erase them.
  return upsertRows(db, 'updates', updateKey, table, source === 'retraction-watch-list' ? tellable : [])
}

/** Like `saveUpdates`, with a source for each row. */
export const saveSourcedUpdates = async (db: Kysely<KnownTables>, rows: readonly SourcedUpdate[]): Promise<number> => {
  let changed = 0
  for (const [source, told] of Map.groupBy(rows, row => row.source)) changed += await saveUpdates(db, told, source)
  return changed
}

/** As `saveUpdates`, for attempts to repeat papers. */
export const saveReplications = async (db: Kysely<KnownTables>, rows: readonly ReplicationRow[]): Promise<number> => {
  const table = rows.map(row => ({
    original_doi: row.originalDoi,
    attempt: row.replicationDoi ?? row.replicationUrl ?? row.replicationTitle ?? '',
    type: row.type.trim().toLowerCase(),
    origin: row.origin,
    replication_doi: row.replicationDoi,
    replication_url: row.replicationUrl ?? null,
    outcome: row.outcome.trim().toLowerCase(),
    quote: row.quote,
    original_title: plainTitle(row.originalTitle),
    original_journal: row.originalJournal,
    original_year: row.originalYear,
    replication_title: plainTitle(row.replicationTitle),
    replication_journal: row.replicationJournal,
    replication_year: row.replicationYear,
  }))
  return upsertRows(db, 'replications', replicationKey, table)
}

/**
 * Replaces Crossref's updates to a paper, and those the paper announces. Deletes those Crossref no longer reports for this paper; entries
 * of the import file stay. `now`: time of the data, in epoch ms.
 */
export const replaceUpdates = async (
  tx: Transaction<KnownTables>,
  doi: Doi,
  entries: readonly SourcedUpdate[],
  now: number,
): Promise<void> => {
  await noteAsked(tx, doi, now)
  await notePapersChange(tx, [doi])
  await tx
    .deleteFrom('updates')
    .where('doi', '=', doi)
    .where('source', 'in', ['publisher', 'retraction-watch'])
    .execute()
  const live = entries.filter(({ source }) => source === 'publisher' || source === 'retraction-watch')
  await saveSourcedUpdates(tx, live)
}

/** Records that Crossref was queried for a paper at `now`, in epoch ms, even if it has no such paper. */
export const noteAsked = async (tx: Transaction<KnownTables>, doi: Doi, now: number): Promise<void> => {
  await tx
    .insertInto('updates_asked')
    .values({ doi, asked_at: now })
    .onConflict(conflict => conflict.column('doi').doUpdateSet({ asked_at: now }))
    .execute()
}

/**
 * Replaces the notices' updates from Crossref. Returns the number of new or changed rows, and of rows deleted because their notice no
 * longer asserts them.
 */
export const replaceAnnounced = async (
  tx: Kysely<KnownTables>,
  notices: readonly { doi: Doi; updates: readonly SourcedUpdate[] }[],
): Promise<{ changed: number; removed: number }> => {
  const told = notices.flatMap(notice => notice.updates)
  const kept = new Set(told.map(row => [row.doi, row.noticeDoi ?? '', updateType(row.type), row.source].join('\n')))
  const before = await tx
    .selectFrom('updates')
    .select(['doi', 'notice_doi', 'type', 'source'])
    .where('notice_doi', 'in', listed(tx, JSON.stringify(notices.map(notice => notice.doi))))
    .where('source', 'in', ['publisher', 'retraction-watch'])
    .execute()
  const gone = before.filter(row => !kept.has([row.doi, row.notice_doi, row.type, row.source].join('\n')))
  for (const row of gone) await removeUpdate(tx, row)
  return { changed: await saveSourcedUpdates(tx, told), removed: gone.length }
}

/**
 * Deletes rows missing from a list's current version; `told` are the keys of all its rows, joined by newlines. A list with less than
 * `leastLeft` of our rows is considered truncated and deletes nothing.
 */
export const removeListed = async (
  tx: Kysely<KnownTables>,
  { source, told, leastLeft }: { source: 'retraction-watch' | 'forrt'; told: ReadonlySet<string>; leastLeft: number },
): Promise<number> => {
  if (source === 'forrt') {
    const held = await tx
      .selectFrom('replications')
      .select(['original_doi', 'attempt', 'type'])
      .where('origin', '=', floraOrigin)
      .execute()
    const gone = held.filter(row => !told.has([row.original_doi, row.attempt, row.type].join('\n')))
    if (held.length - gone.length < leastLeft * held.length) return 0
    await notePapersChange(
      tx,
      gone.map(row => row.original_doi),
    )
    for (const row of gone)
      await tx
        .deleteFrom('replications')
        .where('origin', '=', floraOrigin)
        .where('original_doi', '=', row.original_doi)
        .where('attempt', '=', row.attempt)
        .where('type', '=', row.type)
        .execute()
    return gone.length
  }
  const held = await tx
    .selectFrom('updates')
    .select(['doi', 'notice_doi', 'type', 'source'])
    .where('source', '=', 'retraction-watch-list')
    .execute()
  const gone = held.filter(row => !told.has([row.doi, row.notice_doi, row.type].join('\n')))
  if (held.length - gone.length < leastLeft * held.length) return 0
  for (const row of gone) await removeUpdate(tx, row)
  return gone.length
}

type UpdateKey = Pick<KnownTables['updates'], 'doi' | 'notice_doi' | 'type' | 'source'>

const removeUpdate = async (tx: Kysely<KnownTables>, { doi, notice_doi, type, source }: UpdateKey): Promise<void> => {
  await notePapersChange(tx, [doi])
  await tx
    .deleteFrom('updates')
    .where('doi', '=', doi)
    .where('notice_doi', '=', notice_doi)
    .where('type', '=', type)
    .where('source', '=', source)
    .execute()
}

/** Rows of our starter list. */
export type StarterRows = { updates: readonly UpdateRow[]; replications: readonly ReplicationRow[] }

/** Replaces the rows of our starter list, in the caller's transaction. */
export const writeStarter = async (
  tx: Transaction<KnownTables>,
  { updates, replications }: StarterRows,
): Promise<void> => {
  await tx.deleteFrom('updates').where('source', '=', starter).execute()
  await tx.deleteFrom('replications').where('origin', '=', starter).execute()
  if (updates.length > 0) await saveUpdates(tx, updates, starter)
  if (replications.length > 0)
    await saveReplications(
      tx,
      replications.map(row => ({ ...row, origin: starter })),
    )
}

/** True if the starter list was never written to this database. */
export const hasNoStarter = async (db: Kysely<KnownTables>): Promise<boolean> => {
  const row = await db.selectFrom('updates').select('doi').where('source', '=', starter).limit(1).executeTakeFirst()
  return row === undefined
}

/** Titles come with the markup of the publisher's page. */
const plainTitle = (title: string | null): string | null => (title === null ? null : plainText(title) || null)

/** Optional fields of a list. */
const tellable = ['date', 'journal', 'publisher', 'reasons', 'links'] as const

const jsonList = (texts: readonly string[] | undefined): string | null =>
  texts === undefined || texts.length === 0 ? null : JSON.stringify(texts)

const updateKey = ['doi', 'notice_doi', 'type', 'source'] as const
const replicationKey = ['original_doi', 'attempt', 'type', 'origin'] as const
