import { prepareQuery } from '@corroborate/server-kit/database'
import { type Kysely, sql } from 'kysely'
import { type Doi, storedDoi } from '../doi/index.ts'
import type { Interest } from './interest.ts'
import type { ActivityTables } from './tables.ts'

/** Which of the papers that people want to know more about: all, those that nobody has claimed, those that somebody has. */
export const wantedKinds = ['all', 'open', 'claimed'] as const
export type WantedKind = (typeof wantedKinds)[number]

export type WantedPaper = Interest & { doi: Doi }

/** A place in the list: what fewer watch comes after it. */
export type WantedPlace = { watchers: number; doi: string }

/** Before everything: the most that a count can be. */
const top: WantedPlace = { watchers: 2 ** 31 - 1, doi: '' }

/** Reads the papers that people want to know more about, those that most watch first: `limit` of them after a place. */
export const wantedReader = (db: Kysely<ActivityTables>) => {
  // Each condition is that of an index, which holds nothing else.
  const open = (watchers: number, doi: string, limit: number) =>
    part(db, watchers, doi, limit).where('claims', '=', sql.lit(0)).where('watchers', '>', sql.lit(0))
  const claimed = (watchers: number, doi: string, limit: number) =>
    part(db, watchers, doi, limit).where('claims', '>', sql.lit(0))

  const read = {
    open: prepareQuery(db, open),
    claimed: prepareQuery(db, claimed),
    all: prepareQuery(db, (watchers: number, doi: string, limit: number) =>
      db
        .selectFrom(open(watchers, doi, limit).as('open'))
        .selectAll()
        .unionAll(db.selectFrom(claimed(watchers, doi, limit).as('claimed')).selectAll())
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
    const { watchers, doi } = after ?? top
    const rows = await read[kind](watchers, doi, limit + 1)
    const last = rows.length > limit ? rows[limit - 1] : undefined
    return {
      papers: rows.slice(0, limit).map(row => ({ ...row, doi: storedDoi(row.doi) })),
      next: last === undefined ? null : { watchers: last.watchers, doi: last.doi },
    }
  }
}

const part = (db: Kysely<ActivityTables>, watchers: number, doi: string, limit: number) =>
  db
    .selectFrom('paper_interest')
    .select(['doi', 'watchers', 'claims'])
    .where(({ eb, refTuple, tuple }) => eb(refTuple('watchers', 'doi'), '<', tuple(watchers, doi)))
    .orderBy('watchers', 'desc')
    .orderBy('doi', 'desc')
    .limit(limit)
