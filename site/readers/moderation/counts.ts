import type { Kysely } from 'kysely'
import { dateInWords } from '../../kit/times/index.ts'
import { type ModeratedKind, moderatedKinds, rejectionReasonNames, rejectionReasons } from './rules.ts'
import type { ModerationTables } from './store.ts'

/** Entries of one kind decided in one month, by their last decision of that month. Plain data. */
export type KindCounts = {
  kind: ModeratedKind
  approved: number
  rejected: number
  spam: number
  /** A decision about them was taken back, and they wait again. */
  undone: number
  /** Why something was rejected or called spam, the most frequent first. */
  reasons: readonly { words: string; count: number }[]
}

export type MonthCounts = { month: string; kinds: readonly KindCounts[] }

const mostMonths = 24

/** Returns decision counts by month and reason, newest first: numbers only, without texts or names. */
export const readCounts = async (db: Kysely<ModerationTables>): Promise<MonthCounts[]> => {
  const last = db
    .selectFrom('moderation_log')
    .select(['month', 'kind', 'item', ({ fn }) => fn.max('version').as('version')])
    .where('month', 'in', eb =>
      eb.selectFrom('moderation_log').select('month').distinct().orderBy('month', 'desc').limit(mostMonths),
    )
    .groupBy(['month', 'kind', 'item'])
  const rows = await db
    .selectFrom(last.as('last'))
    .innerJoin('moderation_log as log', join =>
      join
        .onRef('log.kind', '=', 'last.kind')
        .onRef('log.item', '=', 'last.item')
        .onRef('log.version', '=', 'last.version'),
    )
    .select(['last.month', 'log.kind', 'log.action', 'log.reason', ({ fn }) => fn.countAll().as('count')])
    .groupBy(['last.month', 'log.kind', 'log.action', 'log.reason'])
    .execute()
  const months = [...new Set(rows.map(({ month }) => month))].sort().reverse()
  return months.map(month => ({
    month: dateInWords(month),
    kinds: moderatedKinds.flatMap(kind => {
      const of = rows.filter(row => row.month === month && row.kind === kind)
      const sum = (some: typeof of) => some.reduce((total, { count }) => total + Number(count), 0)
      const countOf = (...actions: string[]) => sum(of.filter(({ action }) => actions.includes(action)))
      const reasons = rejectionReasonNames
        .map(name => ({ words: rejectionReasons[name], count: sum(of.filter(({ reason }) => reason === name)) }))
        .filter(({ count }) => count > 0)
        .sort((a, b) => b.count - a.count)
      const counts = {
        kind,
        approved: countOf('approve', 'second'),
        rejected: countOf('reject'),
        spam: countOf('spam', 'block'),
        undone: countOf('undo'),
        reasons,
      }
      return of.length === 0 ? [] : [counts]
    }),
  }))
}
