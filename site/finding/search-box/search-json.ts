import { type Doi, doiUrl, parseDoi } from '../../kit/doi/index.ts'
import type { StatusMark } from '../../paper/known/index.ts'
import { type FoundPaper, mostResults } from './found-paper.ts'

/** The part of OpenAlex's `/works` answer that `GET /search` gives (CONVENTIONS 2.2). */
export type SearchJson = {
  meta: {
    count: number
    page: 1
    per_page: typeof mostResults
    /** Not part of OpenAlex's format: a message if the query contains no search words. */
    note?: string
  }
  results: {
    id: string
    doi: string
    title: string | null
    display_name: string | null
    publication_year: number | null
    authorships: { author: { display_name: string } }[]
    /** There when authors are left out, as in OpenAlex's own lists. */
    is_authors_truncated?: true
    primary_location: { source: { display_name: string } } | null
    /** As OpenAlex has it; left out where we know of no retraction. */
    is_retracted?: true
    /** Not part of OpenAlex's format: the paper's status, with its year or numbers. Omitted if there is none. */
    status?: StatusMark
  }[]
}

/**
 * Formats search results, and a message if there are none, as the JSON of `GET /search`. The `id` is the DOI's URL, because we don't invent
 * OpenAlex IDs.
 */
export const writeSearchJson = (works: readonly FoundPaper[], note: string | null = null): SearchJson => ({
  meta: { count: works.length, page: 1, per_page: mostResults, ...(note !== null && { note }) },
  results: works.map(work => ({
    id: doiUrl(work.doi),
    doi: doiUrl(work.doi),
    title: work.title,
    display_name: work.title,
    publication_year: work.year,
    authorships: work.authors.map(name => ({ author: { display_name: name } })),
    ...(work.authorsTruncated && { is_authors_truncated: true }),
    primary_location: work.journal === null ? null : { source: { display_name: work.journal } },
    ...(isRetracted(work) && { is_retracted: true }),
    ...(work.status !== null && { status: work.status }),
  })),
})

const isRetracted = ({ status }: FoundPaper): boolean => status?.kind === 'retracted' || status?.kind === 'republished'

/** The note of the JSON of `GET /search`, or null. */
export const readNote = (json: unknown): string | null => {
  const note = (json as { meta?: { note?: unknown } | null } | null)?.meta?.note
  return isText(note) ? note : null
}

/** The fields read from a work in this format. All are nullable. */
type WorkJson = {
  doi?: string | null
  title?: string | null
  display_name?: string | null
  publication_year?: number | null
  is_authors_truncated?: boolean | null
  authorships?: ({ author?: { display_name?: string | null } | null } | null)[] | null
  primary_location?: { source?: { display_name?: string | null } | null } | null
  status?: StatusMark | null
}

/**
 * The JSON of `GET /search`, or of OpenAlex's `/works` → works found. Works without a DOI have no page and are left out.
 *
 * Throws TypeError when the JSON has another shape.
 */
export const readSearchJson = (json: unknown): FoundPaper[] => {
  const results = (json as { results?: unknown } | null)?.results
  if (!Array.isArray(results)) throw new TypeError('The search answer has no results.')
  return results.flatMap((work: WorkJson) => {
    const doi = parseDoi(work.doi ?? '')
    return doi === null ? [] : [readWork(work, doi)]
  })
}

const readWork = (work: WorkJson, doi: Doi): FoundPaper => ({
  doi,
  title: [work.title, work.display_name].find(isText) ?? null,
  authors: (work.authorships ?? []).map(entry => entry?.author?.display_name).filter(isText),
  authorsTruncated: work.is_authors_truncated === true,
  journal: [work.primary_location?.source?.display_name].find(isText) ?? null,
  year: work.publication_year ?? null,
  status: work.status ?? null,
})

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''
