import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import { cacheKeys, noteChange } from '../../kit/shared-caches/index.ts'
import type { NewActivity } from './activity.ts'
import { type ActivityTables, asActivity } from './tables.ts'

/** The longest text of somebody else that is kept with an activity, in characters. */
const longestDetail = 500

/**
 * Writes down that something happened to a paper, in the transaction that makes it so; those who watch the paper are told soon
 * after it commits. What is listed already stays as it is.
 * @param now when the site learned of it, epoch ms
 * @param options `isHistory`: it is listed where it belongs, and is news to nobody
 * @returns false when it was listed already
 */
export const recordActivity = async <T extends ActivityTables>(
  tx: Kysely<T>,
  { doi, kind, key, at, date, by, label, outcome, money = null, detail, path }: NewActivity,
  now: number,
  { isHistory = false }: { isHistory?: boolean } = {},
): Promise<boolean> => {
  const row = {
    id: randomUUID(),
    key,
    doi,
    kind,
    at,
    date,
    by_name: storable(by.name),
    by_href: by.href,
    label: storable(label),
    outcome,
    amount: money?.amount ?? null,
    currency: money?.currency ?? null,
    detail: detail === null ? null : shortened(storable(detail)),
    path,
    noted_at: isHistory ? at : now,
    spread: isHistory ? 1 : 0,
  }
  const { numInsertedOrUpdatedRows } = await asActivity(tx)
    .insertInto('activity')
    .values(row)
    .onConflict(conflict => conflict.column('key').doNothing())
    .executeTakeFirst()
  const isNew = numInsertedOrUpdatedRows === 1n
  if (isNew) await noteShown(tx, doi)
  return isNew
}

/** Tells more exactly of a thing that is listed, in the same place and under the same key, and tells nobody of it anew. */
export const refineActivity = async <T extends ActivityTables>(
  tx: Kysely<T>,
  key: string,
  { at, date, by, label, detail }: NewActivity,
): Promise<void> => {
  const told = { at, date, by_name: storable(by.name), by_href: by.href, label: storable(label) }
  const words = { detail: detail === null ? null : shortened(storable(detail)) }
  const refined = await asActivity(tx)
    .updateTable('activity')
    .set({ ...told, ...words })
    .where('key', '=', key)
    .returning('doi')
    .execute()
  for (const { doi } of refined) await noteShown(tx, doi)
}

/** Whether something is listed under this key. */
export const isListed = async <T extends ActivityTables>(tx: Kysely<T>, key: string): Promise<boolean> =>
  (await asActivity(tx).selectFrom('activity').select('id').where('key', '=', key).executeTakeFirst()) !== undefined

/**
 * Takes a thing off the list, in the transaction that takes back what it tells of. Who has not been told will not be; programs that may
 * have read of it are told that it is no more.
 */
export const retractActivity = async <T extends ActivityTables>(tx: Kysely<T>, key: string): Promise<void> => {
  const activity = asActivity(tx)
  const gone = await activity
    .deleteFrom('activity')
    .where('key', '=', key)
    .returning(['id', 'doi', 'kind', 'place'])
    .executeTakeFirst()
  if (gone === undefined) return
  await noteShown(tx, gone.doi)
  if (gone.place === null) return
  const { id, doi, kind } = gone
  await activity.insertInto('activity_taken_back').values({ id, doi, kind, noted_at: null, place: null }).execute()
}

/** Takes a person's name off a thing on the list, in the transaction that deletes what it tells of, or takes the name off that. */
export const unnameActivity = async <T extends ActivityTables>(
  tx: Kysely<T>,
  key: string,
  by: string,
): Promise<void> => {
  const unnamed = await asActivity(tx)
    .updateTable('activity')
    .set({ by_name: by, by_href: null })
    .where('key', '=', key)
    .returning('doi')
    .execute()
  for (const { doi } of unnamed) await noteShown(tx, doi)
}

/** What is on the list is on the paper's page and on the lists of the site. */
const noteShown = <T extends ActivityTables>(tx: Kysely<T>, doi: string): Promise<void> =>
  noteChange(tx, [cacheKeys.paper(doi), cacheKeys.lists])

/** PostgreSQL takes no NUL character and no half of one. */
const storable = (text: string): string => text.replaceAll('\0', '').toWellFormed()

const shortened = (text: string): string =>
  text.length <= longestDetail
    ? text
    : `${text
        .slice(0, longestDetail)
        .replace(/[\ud800-\udbff]$/, '')
        .trimEnd()}…`
