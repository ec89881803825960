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
  readonly journal: string | null
  readonly year: number | null
  readonly type: string | null
  readonly citedBy: number | null
  readonly retracted: boolean | null
  readonly source: 'starter' | 'import'
}

/** A search result: the first authors only (at most `authorsOfHit`), and how many there are. */
export type WorkHit = Omit<Work, 'source'> & { readonly authorCount: number }

export const authorsOfHit = 10

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
  return {
    doi: storedDoi(row.doi),
    title: row.title,
    authors: decodeAuthors(row.authors),
    journal: row.journal,
    year: row.year,
    type: row.type,
    citedBy: row.cited_by,
    retracted: row.retracted === null ? null : row.retracted === 1,
    source: row.source === 'starter' ? 'starter' : 'import',
  }
}

export function hitOfRow(row: WorkRow): WorkHit {
  const { source: _, authors, ...facts } = workOfRow(row)
  return { ...facts, authors: authors.slice(0, authorsOfHit), authorCount: authors.length }
}

type StoredAuthor = string | [name: string, orcid: string]

/** Most authors carry no ORCID iD, so an author is stored as a name, or as a pair when there is one. */
export function encodeAuthors(authors: readonly Author[]): string {
  return JSON.stringify(
    authors.map((author): StoredAuthor => (author.orcid === null ? author.name : [author.name, author.orcid])),
  )
}

export function decodeAuthors(stored: string): Author[] {
  const authors: StoredAuthor[] = JSON.parse(stored)
  return authors.map(author =>
    typeof author === 'string' ? { name: author, orcid: null } : { name: author[0], orcid: author[1] },
  )
}
