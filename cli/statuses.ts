/**
 * Statuses in `POST /api/v1/check`, most serious first. `not-found` means that no paper matched the reference; all others are statuses of a
 * paper.
 */
export const statuses = [
  'republished',
  'retracted',
  'partly-retracted',
  'withdrawn',
  'concern',
  'not-held',
  'mixed',
  'corrected',
  'reinstated',
  'notice',
  'held',
  'neutral',
  'nothing-known',
  'not-asked',
  'no-record',
  'not-found',
] as const
export type StatusKey = (typeof statuses)[number]

export const isStatus = (word: unknown): word is StatusKey => statuses.some(status => status === word)

/** Returns the severity rank of a status. Lower is more serious. */
const rankOf = (status: StatusKey): number => statuses.indexOf(status)

export const isGraver = (status: StatusKey, than: StatusKey): boolean => rankOf(status) < rankOf(than)

/** Statuses that authors should know about, with their meanings. All others say nothing against a paper. */
export const meanings = {
  republished: 'Retracted, and published again in another version',
  retracted: 'Retracted',
  'partly-retracted': 'Partly retracted',
  withdrawn: 'Withdrawn',
  concern: 'The journal has expressed concern',
  'not-held': 'Failed to replicate',
  mixed: 'Mixed replication results',
  corrected: 'Corrected',
  reinstated: 'Retracted, and the retraction was taken back',
  notice: 'A notice about another paper',
} as const satisfies Partial<Record<StatusKey, string>>
export type ToldStatus = keyof typeof meanings

export const toldStatuses = Object.keys(meanings) as ToldStatus[]

export const isTold = (status: StatusKey): status is ToldStatus => status in meanings

/** Statuses that fail a check by default: the journal has withdrawn or questioned the paper. */
export const failsByDefault: readonly ToldStatus[] = [
  'republished',
  'retracted',
  'partly-retracted',
  'withdrawn',
  'concern',
]
