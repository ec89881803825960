import type { Amount } from '../../kit/amounts/format.ts'
import type { Doi } from '../../kit/doi/index.ts'

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

/** Origin of an activity: an external source, or the kind of community content. */
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
   * Identity of the activity, such as `note-approved:<id of the note>`. It is listed once and each person is notified once, even if it is
   * withdrawn and recurs.
   */
  key: string
  /** Event time in epoch ms, as precisely as known; the sort order of lists. */
  at: number
  /** The event's own date where it is not known to the minute: ISO 8601 (2020-06-05, 2020-06 or 2020). Null: `at` is the moment. */
  date: string | null
  /** The source's or person's name. */
  by: { name: string; href: string | null }
  /** Short English label: "Retraction", "A reproduction report: partly reproduced". */
  label: string
  /** Outcome of a replication or report, for translation; otherwise null. */
  outcome: ActivityOutcome | null
  /** Increase of a bounty; otherwise absent or null. */
  money?: Amount | null
  /** Additional plain text of a third party: a notice's title, or a note's text. */
  detail: string | null
  /** Path on this site where it can be read. */
  path: string
}

/** Outcome of a replication (the first four) or of a reproduction report (SPEC §3, "Wizard status values"). */
export type ActivityOutcome = 'held' | 'not-held' | 'mixed' | 'unclear' | 'success' | 'partial' | 'failed'

/** The same as it is kept. */
export type Activity = NewActivity & {
  id: string
  /** Time of recording in epoch ms, which determines if it is new to a reader. */
  notedAt: number
}
