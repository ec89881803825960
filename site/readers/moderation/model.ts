import type { Paragraphs } from '../written-text/index.ts'
import type { ModeratedKind, ModerationAction, ModerationStatus } from './rules.ts'

/** An entry that waits, as a moderator sees it. Plain data. */
export type Waiting = {
  kind: ModeratedKind
  id: string
  version: number
  /** The moderator who looks wrote it: another one has to approve it. */
  isOwn: boolean
  paper: { title: string; href: string }
  author: string
  authorIsChecked: boolean
  paragraphs: Paragraphs
  facts: readonly { label: string; value: string }[]
  /** Why it stands where it stands in the queue. */
  signals: readonly string[]
  /** Epoch milliseconds. */
  waitingSince: number
  /** What was decided about it before. */
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

/** A line of the history: what was decided about which entry, and what it is now. */
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
  kind: ModeratedKind
  total: number
  items: readonly Waiting[]
  /** Addresses of the next and of the first page. */
  next: string | null
  first: string | null
}

/** What a moderator has just done without JavaScript, or could not do. */
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
  | { view: 'waiting'; sections: readonly WaitingSection[] }
  | { view: 'decided'; decisions: readonly PastDecision[]; next: string | null; first: string | null }
)
