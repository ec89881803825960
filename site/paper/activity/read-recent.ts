import { prepareQuery } from '@corroborate/server-kit/database'
import type { Kysely, Selectable, SelectQueryBuilder } from 'kysely'
import type { Amount } from '../../kit/amounts/format.ts'
import { type Doi, storedDoi } from '../../kit/doi/index.ts'
import type { Activity, ActivityKind } from './activity.ts'
import type { ActivityTables } from './tables.ts'

/** An activity as shown in lists and feeds. */
export type ListedActivity = Pick<
  Activity,
  'id' | 'key' | 'doi' | 'kind' | 'at' | 'date' | 'notedAt' | 'by' | 'label' | 'outcome' | 'detail' | 'path'
> & { money: Amount | null }

/** Columns of a listed activity, qualified for joins. */
export const activityColumns = [
  'activity.id',
  'activity.key',
  'activity.doi',
  'activity.kind',
  'activity.at',
  'activity.date',
  'activity.noted_at',
  'activity.by_name',
  'activity.by_href',
  'activity.label',
  'activity.outcome',
  'activity.amount',
  'activity.currency',
  'activity.detail',
  'activity.path',
] as const

type ColumnOf<Qualified> = Qualified extends `activity.${infer Column}` ? Column : never
type Row = Pick<Selectable<ActivityTables['activity']>, ColumnOf<(typeof activityColumns)[number]>>

export const listedActivity = ({ doi, noted_at, by_name, by_href, amount, currency, ...row }: Row): ListedActivity => ({
  ...row,
  money: moneyOf({ amount, currency }),
  doi: storedDoi(doi),
  notedAt: noted_at,
  by: { name: by_name, href: by_href },
})

/** Returns an activity's amount; null for none. */
export const moneyOf = ({ amount, currency }: { amount: number | null; currency: string | null }): Amount | null =>
  currency === null ? null : { amount: Number(amount), currency }

/** Reads the latest activity of a paper, and of all papers by kind, newest recorded first. */
export const activityReader = (db: Kysely<ActivityTables>) => {
  const ofPaper = prepareQuery(db, (doi: string, limit: number) =>
    newest(db.selectFrom('activity').select(activityColumns).where('doi', '=', doi), limit),
  )
  return {
    ofPaper: async (doi: Doi, limit: number): Promise<ListedActivity[]> =>
      (await ofPaper(doi, limit)).map(listedActivity),
    ofKinds: async (kinds: readonly ActivityKind[], limit: number): Promise<ListedActivity[]> =>
      (await newest(db.selectFrom('activity').select(activityColumns).where('kind', 'in', kinds), limit).execute()).map(
        listedActivity,
      ),
  }
}

const newest = <O>(query: SelectQueryBuilder<ActivityTables, 'activity', O>, limit: number) =>
  query.orderBy('noted_at', 'desc').orderBy('id', 'desc').limit(limit)

/** Cursor: older entries follow it. */
export type RecentPlace = { at: number; id: string }

export type RecentPage = { entries: ListedActivity[]; next: RecentPlace | null }

/** Before everything. */
const top: RecentPlace = { at: Number.MAX_SAFE_INTEGER, id: '' }

/**
 * Reads recent activity of all papers, newest event first: `limit` entries of some kinds (null: all) after a cursor. Reads each kind from
 * its own index range, so that rare kinds are as fast as frequent ones.
 */
export const recentReader = (db: Kysely<ActivityTables>) => {
  const ofAll = prepareQuery(db, (at: number, id: string, limit: number) =>
    db
      .selectFrom('activity')
      .select(activityColumns)
      .where(({ eb, refTuple, tuple }) => eb(refTuple('at', 'id'), '<', tuple(at, id)))
      .orderBy('at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit),
  )
  const ofKind = prepareQuery(db, (kind: string, at: number, id: string, limit: number) =>
    db
      .selectFrom('activity')
      .select(activityColumns)
      .where('kind', '=', kind as ActivityKind)
      .where(({ eb, refTuple, tuple }) => eb(refTuple('at', 'id'), '<', tuple(at, id)))
      .orderBy('at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit),
  )

  return async (
    kinds: readonly ActivityKind[] | null,
    limit: number,
    after: RecentPlace | null = null,
  ): Promise<RecentPage> => {
    const { at, id } = after ?? top
    const rows =
      kinds === null
        ? await ofAll(at, id, limit + 1)
        : (await Promise.all(kinds.map(kind => ofKind(kind, at, id, limit + 1)))).flat().sort(latestFirst)
    const last = rows.length > limit ? rows[limit - 1] : undefined
    return {
      entries: rows.slice(0, limit).map(listedActivity),
      next: last === undefined ? null : { at: last.at, id: last.id },
    }
  }
}

const latestFirst = (a: RecentPlace, b: RecentPlace): number => b.at - a.at || (a.id < b.id ? 1 : -1)
