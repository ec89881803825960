import { paperPath, parseDoi } from '../doi/index.ts'
import type { SearchResult } from './models.ts'

/** SPEC §9. */
const authorsShown = 3

/** The part of a work in OpenAlex's `/works` shape that we show (CONVENTIONS 2.2). Anything in it may be null. */
type Work = {
  doi?: string | null
  title?: string | null
  display_name?: string | null
  publication_year?: number | null
  is_authors_truncated?: boolean | null
  authorships?: ({ author?: { display_name?: string | null } | null } | null)[] | null
  primary_location?: { source?: { display_name?: string | null } | null } | null
}

/**
 * An answer in the shape of OpenAlex's `/works` → what a reader sees; works without a DOI have no page and are left out.
 *
 * Throws TypeError when the answer has another shape.
 */
export function readSearchAnswer(answer: unknown): SearchResult[] {
  const results = (answer as { results?: unknown } | null)?.results
  if (!Array.isArray(results)) throw new TypeError('The search answer has no results.')
  return results.map(work => toSearchResult(work as Work)).filter(result => result !== null)
}

function toSearchResult(work: Work): SearchResult | null {
  const doi = parseDoi(work.doi ?? '')
  if (doi === null) return null
  const names = (work.authorships ?? []).map(entry => entry?.author?.display_name).filter(isText)
  return {
    doi,
    href: paperPath(doi),
    title: [work.title, work.display_name].find(isText) ?? doi,
    authors: names.slice(0, authorsShown),
    moreAuthors: names.length > authorsShown || work.is_authors_truncated === true,
    journal: [work.primary_location?.source?.display_name].find(isText) ?? null,
    year: work.publication_year ?? null,
  }
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}
