/**
 * Statuses in `POST /api/v1/check`, most serious first. `not-found` means that no paper matched the reference; all others are statuses of a
 * paper.
 */
export const statuses = [
  'retracted-and-republished',
  'retracted',
  'partly-retracted',
  'withdrawn',
  'expression-of-concern',
  'failed-to-replicate',
  'mixed-replications',
  'corrected',
  'reinstated',
  'editorial-notice',
  'replicated',
  'neutral-evidence',
  'nothing-found',
  'unavailable',
  'unknown-doi',
  'not-found',
] as const
export type StatusKey = (typeof statuses)[number]

export const isStatus = (word: unknown): word is StatusKey => statuses.some(status => status === word)

/** Returns the severity rank of a status. Lower is more serious. */
const rankOf = (status: StatusKey): number => statuses.indexOf(status)

export const isGraver = (status: StatusKey, than: StatusKey): boolean => rankOf(status) < rankOf(than)

/** Statuses that authors should know about, with their meanings. All others say nothing against a paper. */
export const meanings = {
  'retracted-and-republished': 'Retracted and republished',
  retracted: 'Retracted',
  'partly-retracted': 'Partly retracted',
  withdrawn: 'Withdrawn',
  'expression-of-concern': 'Expression of concern',
  'failed-to-replicate': 'Failed to replicate',
  'mixed-replications': 'Mixed replication results',
  corrected: 'Corrected',
  reinstated: 'Reinstated after a retraction',
  'editorial-notice': 'Editorial notice about another paper',
} as const satisfies Partial<Record<StatusKey, string>>
export type ReportedStatus = keyof typeof meanings

export const reportedStatuses = Object.keys(meanings) as ReportedStatus[]

export const isReported = (status: StatusKey): status is ReportedStatus => status in meanings

/** Statuses that fail a check by default: the journal has withdrawn or questioned the paper. */
export const failsByDefault: readonly ReportedStatus[] = [
  'retracted-and-republished',
  'retracted',
  'partly-retracted',
  'withdrawn',
  'expression-of-concern',
]
