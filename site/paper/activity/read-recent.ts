import { prepareQuery } from '@corroborate/server-kit/database'
import type { Kysely } from 'kysely'
import type { ActivityKind } from './activity.ts'
import { activityColumns, type ListedActivity, listedActivity } from './read-activity.ts'
import type { ActivityTables } from './tables.ts'

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
