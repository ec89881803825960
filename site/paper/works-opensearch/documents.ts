import { createHash } from 'node:crypto'
import { type PreparedWork, rankOf, type WorkRow } from '../works-index/index.ts'

/** What is kept of a work: the row that our file keeps, and what it is found by. */
export type WorkDocument = Omit<WorkRow, 'id'> & {
  /** When it came in, among others: of works that answer equally well the older comes first. */
  order: number
  start: string
  words: string
  rank: number
}

/**
 * How works are indexed. Words are folded here, by the rules of our file, so that OpenSearch only parts them at spaces. Works are kept
 * sorted by `rank`, better known and shorter titles first: the first hits of a long list are the ones worth ranking, and the rest is not
 * read. `index_prefixes` makes a half typed word one term.
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

/** What a hit brings: everything but the words it is found by. */
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

/** The id of a work: its DOI, or what stands for one that is longer than an id may be. */
export const idOf = (doi: string): string =>
  Buffer.byteLength(doi) <= longestId ? doi : createHash('sha256').update(doi).digest('hex')
