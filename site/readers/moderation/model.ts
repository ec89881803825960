import type { Paragraphs } from '../written-text/index.ts'
import type { SubmissionFact } from './moderated.ts'
import type { ModeratedKind, ModerationAction, ModerationQueue, ModerationStatus } from './rules.ts'

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
