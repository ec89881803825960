import { prepareQuery } from '@corroborate/server-kit/database'
import type { Kysely, Selectable, SelectQueryBuilder } from 'kysely'
import type { Amount } from '../../kit/amounts/index.ts'
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
