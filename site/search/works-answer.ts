import { type Doi, doiUrl } from '../doi/index.ts'
import type { FoundWork } from './found-work.ts'

/** SPEC §9: at most 5 results. */
export const mostResults = 5

/** The part of OpenAlex's `/works` answer that `GET /search` gives (CONVENTIONS 2.2). */
export type WorksAnswer = {
  meta: { count: number; page: 1; per_page: typeof mostResults }
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
  }[]
}

/** Local finds first, then what the outside adds, each DOI once, at most 5. */
export function mergeFinds(local: readonly FoundWork[], outside: readonly FoundWork[]): FoundWork[] {
  const seen = new Map<Doi, FoundWork>()
  for (const work of [...local, ...outside]) if (!seen.has(work.doi)) seen.set(work.doi, work)
  return [...seen.values()].slice(0, mostResults)
}

/** Finds → the answer of `GET /search`. The `id` is the DOI's address: we do not make up OpenAlex ids. */
export function worksAnswer(finds: readonly FoundWork[]): WorksAnswer {
  return {
    meta: { count: finds.length, page: 1, per_page: mostResults },
    results: finds.map(work => ({
      id: doiUrl(work.doi),
      doi: doiUrl(work.doi),
      title: work.title,
      display_name: work.title,
      publication_year: work.year,
      authorships: work.authors.map(name => ({ author: { display_name: name } })),
      ...(work.authorsTruncated && { is_authors_truncated: true }),
      primary_location: work.journal === null ? null : { source: { display_name: work.journal } },
    })),
  }
}
