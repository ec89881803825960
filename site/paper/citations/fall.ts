import type { Doi } from '../../kit/doi/index.ts'
import {
  evidenceInStores,
  mergeEvidence,
  type Status,
  type StatusKind,
  type StoredKnown,
  statusOf,
} from '../known/index.ts'

/** What can have happened to a paper that who cites it should know: the gravest first. */
export const falls = ['retracted', 'withdrawn', 'partly-retracted', 'concern', 'not-held'] as const
export type Fall = (typeof falls)[number]

/** A paper that fell, and the status that says how, when, and who says so. */
export type Fallen = { fall: Fall; status: Status }

const fallOfStatus: Readonly<Partial<Record<StatusKind, Fall>>> = {
  retracted: 'retracted',
  republished: 'retracted',
  'partly-retracted': 'partly-retracted',
  withdrawn: 'withdrawn',
  concern: 'concern',
  'not-held': 'not-held',
}

/**
 * Whether a paper fell, from what the stores hold about it; null while it stands, also when a retraction was taken back. A flag on a
 * record, without a notice, is not enough to be held against those who cite it.
 */
export const fallOf = (doi: Doi, stored: StoredKnown): Fallen | null => {
  const evidence = evidenceInStores(doi, stored)
  const status = statusOf(mergeEvidence(evidence), evidence)
  const fall = fallOfStatus[status.kind]
  return fall === undefined ? null : { fall, status }
}

/** True if a paper cites a retracted one because it is what announces the fall, or is one of the replications. */
export const isAboutFall = (citing: Doi, { updates, replications }: StoredKnown): boolean =>
  updates.some(({ noticeDoi }) => noticeDoi === citing) ||
  replications.some(({ replicationDoi }) => replicationDoi === citing)
