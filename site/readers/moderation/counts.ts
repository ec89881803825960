import type { Kysely } from 'kysely'
import { formatDate } from '../../kit/times/times.ts'
import type { Paragraphs } from '../written-text/text-part.ts'
import type { SubmissionFact } from './moderated.ts'
import {
  type ModeratedKind,
  type ModerationAction,
  type ModerationQueue,
  type ModerationStatus,
  moderatedKinds,
  rejectionReasonNames,
  rejectionReasons,
} from './rules.ts'
import type { ModerationTables } from './store.ts'

/** An entry that waits, as a moderator sees it. Plain data. */
export type Waiting = {
  queue: ModerationQueue
  kind: ModeratedKind
  id: string
  version: number
  /** True if the moderator wrote it or gave the first approval: another one has to approve it. */
  isOwn: boolean
  /** URLs of all pending entries of the paper, and of the person; null for a deleted account. */
  ofPaper: string
  ofPerson: string | null
  paper: { title: string; href: string }
  author: string
  authorIsChecked: boolean
  paragraphs: Paragraphs
  facts: readonly SubmissionFact[]
  /** Why it is where it is in the queue. */
  signals: readonly string[]
  /** Epoch milliseconds. */
  waitingSince: number
  /** Earlier decisions about it. */
  history: readonly Decided[]
}

/** A decision, as moderators see it. */
export type Decided = {
  action: ModerationAction
  /** The name of the moderator; null when their account is gone. */
  by: string | null
  /** Epoch milliseconds. */
  at: number
  reason: string | null
  message: string | null
}

/** A history entry: the decision, its entry, and the entry's current state. */
export type PastDecision = Decided & {
  kind: ModeratedKind
  id: string
  paper: { title: string; href: string } | null
  author: string | null
  paragraphs: Paragraphs
  status: ModerationStatus | null
  /** With which version it can be undone; null where that is not the last word any more. */
  undo: number | null
}

export type WaitingSection = {
  queue: ModerationQueue
  total: number
  items: readonly Waiting[]
  /** Addresses of the next and of the first page. */
  next: string | null
  first: string | null
}

/** Number of pending entries in a queue, or in all (null). */
export type QueueTab = { queue: ModerationQueue | null; count: number; href: string; isHere: boolean }

/** Filter form values, as in its URL. `without`: URL without filters. */
export type ShownFilters = Readonly<Record<string, string | null | boolean>> & { isAny: boolean; without: string }

/** Result of the moderator's last action without JavaScript. */
export type ModerateNotice =
  | { kind: 'decided'; of: ModeratedKind; id: string; status: ModerationStatus; version: number }
  | { kind: 'bulk'; done: number; changed: number }
  | { kind: 'problem'; sentence: string }

export type ModeratePageModel = {
  /** The address of this page, to come back to after a decision. */
  path: string
  now: number
  notice: ModerateNotice | null
} & (
  | { view: 'waiting'; tabs: readonly QueueTab[]; filters: ShownFilters; sections: readonly WaitingSection[] }
  | { view: 'decided'; decisions: readonly PastDecision[]; next: string | null; first: string | null }
)

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
    month: formatDate(month),
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

export type ModerationPageModel = { months: readonly MonthCounts[] }
