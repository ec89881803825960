import type { Amount } from '../../kit/amounts/index.ts'
import type { Doi } from '../../kit/doi/index.ts'

/** What can happen to a paper that others want to hear of. */
export const activityKinds = [
  'correction',
  'retraction',
  'concern',
  'reinstatement',
  'replication',
  'report-approved',
  'note-approved',
  'claim',
  'bounty',
  'cites-retracted',
  'cites-concern',
  'cites-not-held',
] as const
export type ActivityKind = (typeof activityKinds)[number]

/** Whose word a thing is: what a source says, or what somebody wrote, will do or gave here. */
export const wordOf: Readonly<Record<ActivityKind, 'source' | 'report' | 'note' | 'claim' | 'bounty'>> = {
  correction: 'source',
  retraction: 'source',
  concern: 'source',
  reinstatement: 'source',
  replication: 'source',
  'report-approved': 'report',
  'note-approved': 'note',
  claim: 'claim',
  bounty: 'bounty',
  'cites-retracted': 'source',
  'cites-concern': 'source',
  'cites-not-held': 'source',
}

/** One thing that happened to a paper. */
export type NewActivity = {
  doi: Doi
  kind: ActivityKind
  /**
   * What makes it this thing and no other, such as `note-approved:<id of the note>`. A thing is listed once, and each person is told
   * of it once, also when it was taken back and happened again.
   */
  key: string
  /** When it happened, in epoch ms, as nearly as anybody knows; lists are in this order. */
  at: number
  /** The event's own date where it is not known to the minute: ISO 8601 (2020-06-05, 2020-06 or 2020). Null: `at` is the moment. */
  date: string | null
  /** Who says so: a source, or the name of a person. */
  by: { name: string; href: string | null }
  /** What it is, in a few words of English: "Retraction", "A reproduction report: partly reproduced". */
  label: string
  /** How an attempt or a report ended, to be told in other languages; null for all else. */
  outcome: ActivityOutcome | null
  /** How much, for a bounty that grew; absent or null for all else. */
  money?: Amount | null
  /** Text of its own that says more: the title of a notice, the words of a note. Plain text of somebody else. */
  detail: string | null
  /** Path on this site where it can be read. */
  path: string
}

/** How an attempt (the first four) or a reproduction report (SPEC §3, "Wizard status values") ended. */
export type ActivityOutcome = 'held' | 'not-held' | 'mixed' | 'unclear' | 'success' | 'partial' | 'failed'

/** The same as it is kept. */
export type Activity = NewActivity & {
  id: string
  /** When the site learned of it, in epoch ms: what is new to a reader is new by this. */
  notedAt: number
}
