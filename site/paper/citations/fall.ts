import type { Doi } from '../../kit/doi/index.ts'
import {
  evidenceInStores,
  mergeEvidence,
  type Status,
  type StatusKind,
  type StoredKnown,
  statusOf,
} from '../known/index.ts'

/** Flags relevant to citing papers, most serious first. */
export const falls = ['retracted', 'withdrawn', 'partly-retracted', 'concern', 'not-held'] as const
export type Fall = (typeof falls)[number]

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
 * Returns a paper's flag from stored evidence; null if there is none, or its retraction was reversed. A record's flag without a notice does
 * not count against citing papers.
 */
export const fallOf = (doi: Doi, stored: StoredKnown): Fallen | null => {
  const evidence = evidenceInStores(doi, stored)
  const status = statusOf(mergeEvidence(evidence), evidence)
  const fall = fallOfStatus[status.kind]
  return fall === undefined ? null : { fall, status }
}

/** True if a paper cites a flagged one as its notice or as one of its replications. */
export const isAboutFall = (citing: Doi, { updates, replications }: StoredKnown): boolean =>
  updates.some(({ noticeDoi }) => noticeDoi === citing) ||
  replications.some(({ replicationDoi }) => replicationDoi === citing)
