import type { SQLInputValue } from 'node:sqlite'
import { indexedWords } from './judge.ts'
import { encodeAuthors, type Work, type WorkRow, workOfRow } from './work.ts'

/** A work ready to be stored: made by a pure function, so that threads may share the work of folding. Plain, cheap to post. */
export type PreparedWork = Omit<Work, 'authors' | 'authorsTruncated' | 'retracted'> & {
  readonly authors: string
  readonly retracted: number | null
  readonly start: string
  readonly words: string
  readonly length: number
}

export const prepareWork = (work: Work): PreparedWork => {
  const { start, words, length } = indexedWords(work)
  return {
    doi: work.doi,
    title: work.title,
    authors: encodeAuthors(work),
    journal: work.journal,
    year: work.year,
    type: work.type,
    citedBy: work.citedBy,
    retracted: work.retracted === null ? null : Number(work.retracted),
    source: work.source,
    pmid: work.pmid,
    start,
    words,
    length,
  }
}

/**
 * Handling of an already indexed DOI. `keep`: the first record stays. `replace`: the newest wins. In either case imported records replace
 * starter records and never vice versa.
 */
export type OnKnown = 'keep' | 'replace'

/** A record that does not name the authors, the journal or the year takes them from the starter record it replaces. */
export const withGapsFilled = (work: PreparedWork, starter: WorkRow): PreparedWork => {
  const imported = workOfRow({ ...starter, ...rowFields(work) })
  const before = workOfRow(starter)
  const named = imported.authors.length > 0 ? imported : before
  return prepareWork({
    ...imported,
    authors: named.authors,
    authorsTruncated: named.authorsTruncated,
    title: imported.title ?? before.title,
    journal: imported.journal ?? before.journal,
    year: imported.year ?? before.year,
    type: imported.type ?? before.type,
    pmid: imported.pmid ?? before.pmid,
  })
}

const rowFields = ({ title, journal, year, type, citedBy, retracted, source, authors, pmid }: PreparedWork) => ({
  title,
  journal,
  year,
  type,
  cited_by: citedBy,
  retracted,
  source,
  authors,
  pmid,
})

/** The columns of a work after its DOI, in the order of the statements that write them. */
export const valuesOf = (work: PreparedWork): SQLInputValue[] => [
  work.title,
  work.journal,
  work.year,
  work.type,
  work.citedBy,
  work.retracted,
  work.source,
  work.authors,
  work.pmid,
]

/** True if a stored work equals these values, regardless of source. */
export const sameFacts = (row: WorkRow, values: readonly SQLInputValue[]): boolean => {
  const [title, journal, year, type, citedBy, retracted, , authors, pmid] = values
  return (
    row.title === title &&
    row.journal === journal &&
    row.year === year &&
    row.type === type &&
    row.cited_by === citedBy &&
    row.retracted === retracted &&
    row.authors === authors &&
    row.pmid === pmid
  )
}

/** True if a record of source `after` may replace one of source `before`. */
export const mayReplace = (before: string, after: Work['source'], onKnown: OnKnown): boolean =>
  before === after ? onKnown === 'replace' : before === 'starter'
