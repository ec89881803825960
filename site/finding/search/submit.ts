import { paperPath, parseDoi, paths } from '../../kit/doi/index.ts'

/** Action on submitting the home page's form. */
export type Submission =
  | { kind: 'open'; path: string }
  | { kind: 'search' }
  | { kind: 'blocked' }
  /** The DOI field contains no DOI, which the field's error reports. */
  | { kind: 'not a DOI' }

/**
 * Decides the action for both fields (SPEC §5, "Home form"): a DOI in either opens its page, the DOI field first; other paper identifiers
 * go to the search, which redirects; other words are searched, even next to an invalid DOI field; empty fields do nothing.
 */
export const decideSubmission = (query: string, doi: string): Submission => {
  const path = pathOf(doi) ?? pathOf(query)
  if (path !== null) return { kind: 'open', path }
  if (query.trim() !== '') return { kind: 'search' }
  return { kind: doi.trim() === '' ? 'blocked' : 'not a DOI' }
}

const pathOf = (text: string): string | null => {
  const doi = parseDoi(text)
  if (doi !== null) return paperPath(doi)
  return mayNamePaper.test(text.trim()) ? paths.search(text.trim()) : null
}

/**
 * A URL, a PubMed, arXiv or ISBN label, or a long number: the search parses them (`readPasted`), whose publisher table is too large for a
 * page.
 */
const mayNamePaper = /^(?:https?:|www\.|[\w-]+(?:\.[\w-]+)+\/|pmid|pmc|arxiv|isbn|\d{4}\.\d{4,5}|[\d-]{7,}x?$)/i
