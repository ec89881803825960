import type { Kysely } from 'kysely'
import { dateInWords } from '../../kit/times/index.ts'
import { type ModeratedKind, moderatedKinds, rejectionReasonNames, rejectionReasons } from './rules.ts'
import type { ModerationTables } from './store.ts'

/** How entries of one kind were decided in one month. Plain data. */
export type KindCounts = {
  kind: ModeratedKind
  approved: number
  rejected: number
  spam: number
  undone: number
  /** Why something was rejected or called spam, the most frequent first. */
  reasons: readonly { words: string; count: number }[]
}

export type MonthCounts = { month: string; kinds: readonly KindCounts[] }

/** So many months are told. */
const mostMonths = 24

/** Decisions by month and reason, the newest month first: numbers alone, of nobody's text and by nobody's name. */
export const readCounts = async (db: Kysely<ModerationTables>): Promise<MonthCounts[]> => {
  const rows = await db
    .selectFrom('moderation_log')
    .select(['month', 'kind', 'action', 'reason', ({ fn }) => fn.countAll().as('count')])
    .where('month', 'in', eb =>
      eb.selectFrom('moderation_log').select('month').distinct().orderBy('month', 'desc').limit(mostMonths),
    )
    .groupBy(['month', 'kind', 'action', 'reason'])
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
        approved: countOf('approve'),
        rejected: countOf('reject'),
        spam: countOf('spam', 'block'),
        undone: countOf('undo'),
        reasons,
      }
      return of.length === 0 ? [] : [counts]
    }),
  }))
}
