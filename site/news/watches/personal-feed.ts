import type { Kysely } from 'kysely'
import {
  type ActivityTables,
  activityColumns,
  type ListedActivity,
  listedActivity,
} from '../../paper/activity/index.ts'
import { feedOwner } from './feed-secret.ts'
import type { WatchTables } from './tables.ts'

/** Returns the activity on a feed owner's watched papers since they were watched; null for an invalid secret. */
export const readPersonalFeed = async (
  db: Kysely<WatchTables & ActivityTables>,
  secret: string,
  limit: number,
): Promise<ListedActivity[] | null> => {
  const person = await feedOwner(db.$pickTables<keyof WatchTables>(), secret)
  if (person === null) return null
  const rows = await db
    .selectFrom('watches')
    .innerJoin('activity', join =>
      join.onRef('activity.doi', '=', 'watches.doi').onRef('activity.noted_at', '>=', 'watches.since'),
    )
    .select(activityColumns)
    .where('watches.person', '=', person)
    .orderBy('noted_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(listedActivity)
}
