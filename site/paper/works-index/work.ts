import { type Doi, storedDoi } from '../../kit/doi/index.ts'
import { readableTitle } from '../titles/readable-title.ts'

/** An author as printed on the paper; `orcid` is the bare iD (0000-0002-1825-0097) or null. */
export type Author = { readonly name: string; readonly orcid: string | null }

/**
 * A work of the local index. Null means unknown; `retracted: null` is not "not retracted". `source` distinguishes starter records from
 * imported ones.
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
  /** PubMed's number. */
  readonly pmid: number | null
  readonly source: 'starter' | 'import'
}

/** A search result, local or external: the fields that identify it to a reader. */
export type FoundWork = Pick<Work, 'doi' | 'title' | 'authorsTruncated' | 'journal' | 'year'> & {
  /** Names as printed on the paper. */
  readonly authors: readonly string[]
}

/** A work found in the index, with how well it answers: more is better, and works of one score answer equally well. */
export type RankedWork = FoundWork & { readonly score: number }

/** A work found in the index names this many authors at most. */
const authorsFound = 10

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
  pmid: number | null
}

export const workColumns = 'id, doi, title, journal, year, type, cited_by, retracted, source, authors, pmid'

export const workOfRow = (row: WorkRow): Work => {
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
    pmid: row.pmid,
  }
}

export const foundOfRow = ({ doi, title, journal, year, authors: stored }: WorkRow): FoundWork => {
  const { authors, truncated } = readAuthors(stored)
  return {
    doi: storedDoi(doi),
    title: title === null ? null : readableTitle(title),
    authors: authors.slice(0, authorsFound).map(({ name }) => name),
    authorsTruncated: truncated || authors.length > authorsFound,
    journal,
    year,
  }
}

/** PubMed's number out of its address (https://pubmed.ncbi.nlm.nih.gov/29456894) or of itself; null for anything else. */
export const pmidOf = (text: string | null): number | null => {
  const digits = text === null ? undefined : /(?:^|\/)(\d{1,9})\/?$/.exec(text.trim())?.[1]
  return digits === undefined ? null : Number(digits)
}

type StoredAuthor = string | [name: string, orcid: string]

/**
 * Most authors carry no ORCID iD, so an author is stored as a name, or as a pair when there is one. A null at the end stands for
 * the authors that the source left out.
 */
export const encodeAuthors = ({ authors, authorsTruncated }: Pick<Work, 'authors' | 'authorsTruncated'>): string => {
  const stored = authors.map(({ name, orcid }): StoredAuthor | null => (orcid === null ? name : [name, orcid]))
  return JSON.stringify(authorsTruncated ? [...stored, null] : stored)
}

export const decodeAuthors = (stored: string): Author[] => readAuthors(stored).authors

const readAuthors = (stored: string): { authors: Author[]; truncated: boolean } => {
  const entries: (StoredAuthor | null)[] = JSON.parse(stored)
  const truncated = entries.at(-1) === null
  if (truncated) entries.pop()
  const authors = (entries as StoredAuthor[]).map(author =>
    typeof author === 'string' ? { name: author, orcid: null } : { name: author[0], orcid: author[1] },
  )
  return { authors, truncated }
}
