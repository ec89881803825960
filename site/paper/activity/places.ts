import { runTransaction } from '@corroborate/server-kit/database'
import { type ExpressionBuilder, type Kysely, sql, type Transaction } from 'kysely'
import type { ActivityKind, ActivityOutcome } from './activity.ts'
import { type ActivityTables, asActivity } from './tables.ts'

/** Delay in ms before moderated activity is announced, so that moderators can undo. Activity from sources is immediate. */
const settling = 60_000

/** Selects activity that may be announced at a time in epoch ms. */
export const settledAt =
  (at: number) =>
  ({ eb, or }: ExpressionBuilder<ActivityTables, 'activity'>) =>
    or([eb('noted_at', '<=', at - settling), eb('kind', 'not in', ['report-approved', 'note-approved'])])

// Cursor-based activity list, without gaps or duplicates. Neither a time nor a row ID works as the cursor: a transaction that began earlier
// may commit later, and its rows would be skipped. So readers assign positions to committed rows, one reader at a time, and later commits
// get later positions.

/** So many rows get their places in one transaction, which takes some milliseconds. */
const atOnce = 1_000

/**
 * Assigns positions to all publishable activity without one.
 * @param now epoch ms
 */
export const placeActivities = async <T extends ActivityTables>(given: Kysely<T>, now: number): Promise<void> => {
  const db = asActivity(given)
  while (await isAnyWaiting(db, now)) {
    await runTransaction(db, async tx => {
      // The row of the last position is the lock: positions are assigned by one transaction at a time and become visible in order.
      const { last } = await tx
        .updateTable('activity_places')
        .set(({ ref }) => ({ last: ref('last') }))
        .where('list', '=', 'events')
        .returning('last')
        .executeTakeFirstOrThrow()
      const told = await placeTold(tx, Number(last), now)
      const places = [...told, ...(await placeTakenBack(tx, Math.max(Number(last), ...told), now))]
      await tx
        .updateTable('activity_places')
        .set({ last: Math.max(Number(last), ...places) })
        .where('list', '=', 'events')
        .execute()
    })
  }
}

const isAnyWaiting = async (db: Kysely<ActivityTables>, now: number): Promise<boolean> => {
  const told = db.selectFrom('activity').select('id').where('place', 'is', null).where(settledAt(now)).limit(1)
  if ((await told.executeTakeFirst()) !== undefined) return true
  const takenBack = db.selectFrom('activity_taken_back').select('id').where('place', 'is', null).limit(1)
  return (await takenBack.executeTakeFirst()) !== undefined
}

/** Assigns the positions after `last` to the oldest pending activity; withdrawn activity leaves a gap. */
const placeTold = async (tx: Transaction<ActivityTables>, last: number, now: number): Promise<number[]> => {
  const waiting = tx
    .selectFrom('activity')
    .select(['id as waiting', nextPlace(last).as('next')])
    .where('place', 'is', null)
    .where(settledAt(now))
    .orderBy('noted_at')
    .orderBy('id')
    .limit(atOnce)
  const placed = await tx
    .updateTable('activity')
    .from(waiting.as('waiting'))
    .set(({ ref }) => ({ place: ref('waiting.next') }))
    .whereRef('activity.id', '=', 'waiting.waiting')
    .returning('activity.place')
    .execute()
  return placed.map(({ place }) => Number(place))
}

const placeTakenBack = async (tx: Transaction<ActivityTables>, last: number, now: number): Promise<number[]> => {
  const waiting = tx
    .selectFrom('activity_taken_back')
    .select(['id as waiting', nextPlace(last).as('next')])
    .where('place', 'is', null)
    .orderBy('id')
    .limit(atOnce)
  const placed = await tx
    .updateTable('activity_taken_back')
    .from(waiting.as('waiting'))
    .set(({ ref }) => ({ place: ref('waiting.next'), noted_at: now }))
    .whereRef('activity_taken_back.id', '=', 'waiting.waiting')
    .returning('activity_taken_back.place')
    .execute()
  return placed.map(({ place }) => Number(place))
}

/** Rows in the order of their select, numbered on from a place. */
const nextPlace = (last: number) => sql<number>`${sql.lit(last)} + row_number() over (order by noted_at, id)`

/** An entry of the list: an activity, or its withdrawal. */
export type PlacedActivity = {
  place: number
  id: string
  kind: ActivityKind
  doi: string
  /** Time of recording or withdrawal, in epoch ms. */
  notedAt: number
  told: {
    date: string | null
    label: string
    outcome: ActivityOutcome | null
    by: { name: string; href: string | null }
    detail: string | null
    path: string
  } | null
}

/** Entries after a place; `next`: the place to read on from, at the end that of the last entry of any kind. */
export type PlacedPage = { entries: PlacedActivity[]; next: number; more: boolean }

/**
 * Reads on in the list: at most `limit` entries of some kinds (null: of all) after a place, the oldest first.
 * @returns null for a place that was never given, as after a backup was restored: a copy that was read from it has to be begun again
 */
export const readPlaced = async <T extends ActivityTables>(
  given: Kysely<T>,
  { after, kinds, limit }: { after: number; kinds: readonly ActivityKind[] | null; limit: number },
): Promise<PlacedPage | null> => {
  const db = asActivity(given)
  // Read before the entries, so that all entries up to this position are visible to the next statement.
  const { last } = await db
    .selectFrom('activity_places')
    .select('last')
    .where('list', '=', 'events')
    .executeTakeFirstOrThrow()
  if (after > Number(last)) return null
  const told = db
    .selectFrom('activity')
    .select([
      'place',
      'id',
      'kind',
      'doi',
      'noted_at',
      'date',
      'label',
      'outcome',
      'by_name',
      'by_href',
      'detail',
      'path',
    ])
    .where('place', '>', after)
    .$if(kinds !== null, query => query.where('kind', 'in', kinds ?? []))
    .orderBy('place')
    .limit(limit + 1)
  const nothing = sql<null>`null`
  const takenBack = db
    .selectFrom('activity_taken_back')
    .select(['place', 'id', 'kind', 'doi', 'noted_at'])
    .select([
      nothing.as('date'),
      nothing.as('label'),
      nothing.as('outcome'),
      nothing.as('by_name'),
      nothing.as('by_href'),
      nothing.as('detail'),
      nothing.as('path'),
    ])
    .where('place', '>', after)
    .$if(kinds !== null, query => query.where('kind', 'in', kinds ?? []))
    .orderBy('place')
    .limit(limit + 1)
  const rows = await db
    .selectFrom(told.as('told'))
    .selectAll()
    .$castTo<Row>()
    .unionAll(db.selectFrom(takenBack.as('taken_back')).selectAll().$castTo<Row>())
    .orderBy('place')
    .limit(limit + 1)
    .execute()
  const entries = rows.slice(0, limit).map(placedOf)
  const more = rows.length > limit
  const reached = entries.at(-1)?.place ?? after
  return { entries, more, next: more ? reached : Math.max(reached, Number(last)) }
}

type Row = Omit<PlacedActivity, 'place' | 'notedAt' | 'told'> & {
  place: number | null
  noted_at: number | null
  date: string | null
  outcome: ActivityOutcome | null
  by_href: string | null
  detail: string | null
} & ({ label: string; by_name: string; path: string } | { label: null; by_name: null; path: null })

const placedOf = ({ place, id, kind, doi, noted_at, by_name, by_href, label, path, ...row }: Row): PlacedActivity => ({
  place: Number(place),
  id,
  kind,
  doi,
  notedAt: Number(noted_at),
  told: label === null ? null : { ...row, label, path, by: { name: by_name, href: by_href } },
})
