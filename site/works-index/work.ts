import { type Doi, storedDoi } from '../doi/index.ts'

/** An author as printed on the paper; `orcid` is the bare iD (0000-0002-1825-0097) or null. */
export type Author = { readonly name: string; readonly orcid: string | null }

/**
 * One work of the local index. Null means that the record does not say;
 * `retracted: null` is not "not retracted". `source` tells a typed-in starter record from an imported one.
 */
export type Work = {
  readonly doi: Doi
  readonly title: string | null
  readonly authors: readonly Author[]
  /** There are more authors than `authors` has. */
  readonly authorsTruncated: boolean
  readonly journal: string | null
  readonly year: number | null
  readonly type: string | null
  readonly citedBy: number | null
  readonly retracted: boolean | null
  readonly source: 'starter' | 'import'
}

/** A search result: the first authors only, at most `authorsOfHit`. */
export type WorkHit = Omit<Work, 'source'>

const authorsOfHit = 10

/** A row of the table `works`, as SQLite gives it. */
export type WorkRow = {
  id: number
  doi: string
  title: string | null
  journal: string | null
  year: number | null
  type: string | null
  cited_by: number | null
  retracted: number | null
  source: string
  authors: string
}

export const workColumns = 'id, doi, title, journal, year, type, cited_by, retracted, source, authors'

export function workOfRow(row: WorkRow): Work {
  const { authors, truncated } = readAuthors(row.authors)
  return {
    doi: storedDoi(row.doi),
    title: row.title,
    authors,
    authorsTruncated: truncated,
    journal: row.journal,
    year: row.year,
    type: row.type,
    citedBy: row.cited_by,
    retracted: row.retracted === null ? null : row.retracted === 1,
    source: row.source === 'starter' ? 'starter' : 'import',
  }
}

export function hitOfRow(row: WorkRow): WorkHit {
  const { source: _, ...work } = workOfRow(row)
  if (work.authors.length <= authorsOfHit) return work
  return { ...work, authors: work.authors.slice(0, authorsOfHit), authorsTruncated: true }
}

type StoredAuthor = string | [name: string, orcid: string]

/**
 * Most authors carry no ORCID iD, so an author is stored as a name, or as a pair when there is one. A null at the end stands for
 * the authors that the source left out.
 */
export function encodeAuthors({ authors, authorsTruncated }: Pick<Work, 'authors' | 'authorsTruncated'>): string {
  const stored = authors.map(({ name, orcid }): StoredAuthor | null => (orcid === null ? name : [name, orcid]))
  return JSON.stringify(authorsTruncated ? [...stored, null] : stored)
}

export function decodeAuthors(stored: string): Author[] {
  return readAuthors(stored).authors
}

function readAuthors(stored: string): { authors: Author[]; truncated: boolean } {
  const entries: (StoredAuthor | null)[] = JSON.parse(stored)
  const truncated = entries.at(-1) === null
  if (truncated) entries.pop()
  const authors = (entries as StoredAuthor[]).map(author =>
    typeof author === 'string' ? { name: author, orcid: null } : { name: author[0], orcid: author[1] },
  )
  return { authors, truncated }
}
