import { type Doi, doiFromText } from '../../../kit/doi/index.ts'
import type { Evidence, ReplicationEntry, UpdateEntry } from '../evidence.ts'

const doi = doiFromText('10.1000/paper') as Doi

/** Empty evidence on 10.1000/paper, with overrides. */
export const exampleEvidence = (given: Partial<Evidence> = {}): Evidence => ({
  doi,
  title: null,
  titleFrom: null,
  year: 2010,
  retractedBy: null,
  updates: [],
  replications: [],
  lookUp: () => null,
  aboutTitled: () => null,
  ...given,
})

/** A correction of 10.1000/paper, announced at 10.1000/notice; the rest as given. */
export const exampleUpdate = (given: Partial<UpdateEntry> = {}): UpdateEntry => ({
  doi,
  type: 'correction',
  noticeDoi: '10.1000/notice',
  date: '2019-04-30',
  retracted: false,
  title: 'Correction to: A paper',
  source: 'publisher',
  ...given,
})

/** An attempt to repeat 10.1000/paper, published as 10.1000/replication; the rest as given. */
export const exampleReplication = (given: Partial<ReplicationEntry> = {}): ReplicationEntry => ({
  originalDoi: doi,
  replicationDoi: '10.1000/replication',
  replicationUrl: null,
  type: 'replication',
  outcome: 'successful',
  quote: 'It held once more.',
  originalTitle: 'A paper',
  originalYear: 2010,
  replicationTitle: 'A replication',
  replicationYear: 2015,
  source: 'forrt',
  ...given,
})
