/**
 * What is known of a reference, the gravest first: the words of `POST /api/v1/check`. `not-found` is that no paper was found
 * for it, the others are the site's one status of a paper.
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

/** How grave a status is: the smaller, the graver. */
const rankOf = (status: StatusKey): number => statuses.indexOf(status)

export const isGraver = (status: StatusKey, than: StatusKey): boolean => rankOf(status) < rankOf(than)

/** What an author has to know of, with its meaning. Every other status says nothing against a paper. */
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

/** What fails a check unless `--fail-on` says otherwise: what the journal no longer upholds, or doubts. */
export const failsByDefault: readonly ToldStatus[] = [
  'republished',
  'retracted',
  'partly-retracted',
  'withdrawn',
  'concern',
]
