import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import { cacheKeys, noteChange } from '../../kit/shared-caches/note-change.ts'
import { type ActivityKind, activityKinds, type NewActivity } from './activity.ts'
import { type ActivityTables, asActivity } from './tables.ts'

type Selection = { title: string; kinds: readonly ActivityKind[] }

/** Activity filters by URL segment, shared by feeds and pages. */
export const selections = {
  all: { title: 'Recent updates', kinds: activityKinds },
  corrections: {
    title: 'Corrections and retractions',
    kinds: ['correction', 'retraction', 'concern', 'reinstatement'],
  },
  retractions: { title: 'Retractions', kinds: ['retraction'] },
  replications: { title: 'Replications', kinds: ['replication'] },
  reports: { title: 'Community reports', kinds: ['report-approved'] },
  notes: { title: 'Community notes', kinds: ['note-approved'] },
  claims: { title: 'Claimed reproductions', kinds: ['claim'] },
} as const satisfies Readonly<Record<string, Selection>>

export type SelectionWord = keyof typeof selections

export const isSelection = (word: string): word is SelectionWord => Object.hasOwn(selections, word)

/** Maximum length of an activity's third-party text, in characters. */
const longestDetail = 500

/**
 * Records an activity in the transaction that causes it. Watchers are notified soon after the commit. Existing entries are not changed.
 * @param now time of recording in epoch ms
 * @param options `isHistory`: listed by its date, without notifications
 * @returns false if it was already listed
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

/** Updates an activity's details in place under the same key, without notifications. */
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

/** True if an activity with this key is listed. */
export const isListed = async <T extends ActivityTables>(tx: Kysely<T>, key: string): Promise<boolean> =>
  (await asActivity(tx).selectFrom('activity').select('id').where('key', '=', key).executeTakeFirst()) !== undefined

/** Withdraws an activity in the transaction that undoes its cause. Cancels pending notifications; API clients get the withdrawal. */
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

/** Removes a person's name from an activity, in the transaction that deletes or anonymizes its content. */
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

/** Activities appear on the paper's page and on site-wide lists. */
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
