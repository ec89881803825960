import { createHash } from 'node:crypto'
import { type PreparedWork, rankOf, type WorkRow } from '../works-index/index.ts'

/** Document of a work: the row of our file, and its search fields. */
export type WorkDocument = Omit<WorkRow, 'id'> & {
  /** Insertion order: of equally relevant works the older is first. */
  order: number
  start: string
  words: string
  rank: number
}

/**
 * Index mapping. Words are folded here by our file's rules, so OpenSearch only splits at spaces. The index is sorted by `rank`, better
 * known and shorter titles first, so that only the first hits of a long list are read and ranked. `index_prefixes` makes a partial word a
 * single term.
 */
export const indexBody = {
  settings: {
    index: {
      'sort.field': 'rank',
      'sort.order': 'asc',
      auto_expand_replicas: '0-1',
      refresh_interval: '1s',
    },
  },
  mappings: {
    dynamic: false,
    properties: {
      words: {
        type: 'text',
        analyzer: 'whitespace',
        index_options: 'docs',
        norms: false,
        index_prefixes: { min_chars: 1, max_chars: 8 },
      },
      start: { type: 'keyword', doc_values: false },
      rank: { type: 'integer', index: false },
      source: { type: 'keyword' },
      pmid: { type: 'integer' },
      order: { type: 'long', index: false },
    },
  },
}

/** Fields of a hit: everything except the search fields. */
export const rowFields = [
  'doi',
  'title',
  'journal',
  'year',
  'type',
  'cited_by',
  'retracted',
  'source',
  'authors',
  'pmid',
  'order',
]

export const documentOf = (work: PreparedWork, order: number): WorkDocument => ({
  doi: work.doi,
  title: work.title,
  journal: work.journal,
  year: work.year,
  type: work.type,
  cited_by: work.citedBy,
  retracted: work.retracted,
  source: work.source,
  authors: work.authors,
  pmid: work.pmid,
  order,
  start: work.start,
  words: work.words,
  rank: rankOf(work.citedBy, work.length),
})

/** The row of a hit, as our file would give it. */
export const rowOf = ({ order, ...row }: Omit<WorkDocument, 'start' | 'words' | 'rank'>): WorkRow => ({
  id: order,
  ...row,
})

const longestId = 512

/** Document ID of a work: its DOI, or a substitute if it exceeds the ID length. */
export const idOf = (doi: string): string =>
  Buffer.byteLength(doi) <= longestId ? doi : createHash('sha256').update(doi).digest('hex')
