import { prepareQuery } from '@corroborate/server-kit/database'
import { type Kysely, sql } from 'kysely'
import { type Doi, storedDoi } from '../../kit/doi/index.ts'
import type { ActivityKind } from './activity.ts'
import type { Interest } from './interest.ts'
import type { ActivityTables } from './tables.ts'

/** Filters of "replications wanted": all, unclaimed, claimed. */
export const wantedKinds = ['all', 'open', 'claimed'] as const
export type WantedKind = (typeof wantedKinds)[number]

/** `bounty`: the offer in minor units of the site's currency; at least 1 if there is any. */
export type WantedPaper = Interest & { doi: Doi; bounty: number }

/** Cursor: entries with a lower bounty, then with fewer watchers, follow it. */
export type WantedPlace = { bounty: number; watchers: number; doi: string }

/** Before everything: the most that a count can be. */
const top: WantedPlace = { bounty: Number.MAX_SAFE_INTEGER, watchers: 2 ** 31 - 1, doi: '' }

/**
 * Reads the papers that people want to know more about: those that most is offered for first, then those that most watch. `limit` of them
 * after a place.
 */
export const wantedReader = (db: Kysely<ActivityTables>) => {
  // Each condition is that of an index, which holds nothing else.
  const open = (bounty: number, watchers: number, doi: string, limit: number) =>
    part(db, bounty, watchers, doi, limit)
      .where('claims', '=', sql.lit(0))
      // Unwatched papers without a bounty are at the end of the index and excluded.
      .where(({ eb, refTuple, tuple }) => eb(refTuple('bounty', 'watchers'), '>', tuple(sql.lit(0), sql.lit(0))))
  const claimed = (bounty: number, watchers: number, doi: string, limit: number) =>
    part(db, bounty, watchers, doi, limit).where('claims', '>', sql.lit(0))

  const read = {
    open: prepareQuery(db, open),
    claimed: prepareQuery(db, claimed),
    all: prepareQuery(db, (bounty: number, watchers: number, doi: string, limit: number) =>
      db
        .selectFrom(open(bounty, watchers, doi, limit).as('open'))
        .selectAll()
        .unionAll(db.selectFrom(claimed(bounty, watchers, doi, limit).as('claimed')).selectAll())
        .orderBy('bounty', 'desc')
        .orderBy('watchers', 'desc')
        .orderBy('doi', 'desc')
        .limit(limit),
    ),
  }

  return async (
    kind: WantedKind,
    limit: number,
    after: WantedPlace | null = null,
  ): Promise<{ papers: WantedPaper[]; next: WantedPlace | null }> => {
    const { bounty, watchers, doi } = after ?? top
    const rows = await read[kind](bounty, watchers, doi, limit + 1)
    const last = rows.length > limit ? rows[limit - 1] : undefined
    return {
      papers: rows.slice(0, limit).map(row => ({ ...row, doi: storedDoi(row.doi) })),
      next: last === undefined ? null : { bounty: last.bounty, watchers: last.watchers, doi: last.doi },
    }
  }
}

const part = (db: Kysely<ActivityTables>, bounty: number, watchers: number, doi: string, limit: number) =>
  db
    .selectFrom('paper_interest')
    .select(['doi', 'watchers', 'claims', 'bounty'])
    .where(({ eb, refTuple, tuple }) => eb(refTuple('bounty', 'watchers', 'doi'), '<', tuple(bounty, watchers, doi)))
    .orderBy('bounty', 'desc')
    .orderBy('watchers', 'desc')
    .orderBy('doi', 'desc')
    .limit(limit)

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
