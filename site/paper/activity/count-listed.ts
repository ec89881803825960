import { prepareQuery } from '@corroborate/server-kit/database'
import { type Kysely, sql } from 'kysely'
import type { ActivityKind } from './activity.ts'
import type { WantedKind } from './read-wanted.ts'
import type { ActivityTables } from './tables.ts'

/** Counting limit, so that long lists cost no more than short ones. */
export const mostCounted = 1_000

/** Counts of list entries, each exact up to `mostCounted`; a larger count means "more than that". */
export const listCounter = (db: Kysely<ActivityTables>) => {
  const ofKind = prepareQuery(db, (kind: string) =>
    db
      .selectFrom(
        db
          .selectFrom('activity')
          .select('id')
          .where('kind', '=', kind as ActivityKind)
          .limit(sql.lit(mostCounted + 1))
          .as('listed'),
      )
      .select(({ fn }) => fn.countAll<number>().as('count')),
  )
  const wanted = (isClaimed: boolean) =>
    prepareQuery(db, () => {
      const papers = db
        .selectFrom('paper_interest')
        .select('doi')
        .where('claims', isClaimed ? '>' : '=', sql.lit(0))
      const listed = isClaimed
        ? papers
        : papers.where(({ eb, refTuple, tuple }) =>
            eb(refTuple('bounty', 'watchers'), '>', tuple(sql.lit(0), sql.lit(0))),
          )
      return db
        .selectFrom(listed.limit(sql.lit(mostCounted + 1)).as('listed'))
        .select(({ fn }) => fn.countAll<number>().as('count'))
    })
  const [open, claimed] = [wanted(false), wanted(true)]
  const countOf = (rows: readonly { count: number }[]): number => Number(rows[0]?.count ?? 0)

  return {
    /** Entries of some kinds. */
    activities: async (kinds: readonly ActivityKind[]): Promise<number> =>
      (await Promise.all(kinds.map(kind => ofKind(kind)))).reduce((sum, rows) => sum + countOf(rows), 0),
    /** Papers that people want reproduced. */
    wanted: async (kind: WantedKind): Promise<number> => {
      const counts = await Promise.all([kind === 'claimed' ? [] : open(), kind === 'open' ? [] : claimed()])
      return counts.reduce((sum, rows) => sum + countOf(rows), 0)
    },
  }
}
