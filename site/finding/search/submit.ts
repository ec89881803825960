import { paperPath, parseDoi, paths } from '../../kit/doi/index.ts'

/** What submitting the home page's form does. */
export type Submission =
  | { kind: 'open'; path: string }
  | { kind: 'search' }
  | { kind: 'blocked' }
  /** What is in the DOI field is no DOI, and the reader should be told there. */
  | { kind: 'not a DOI' }

/**
 * Both fields → what to do (SPEC §5, "Home form"): a DOI in either opens its page, the DOI field first, and what may name a paper
 * otherwise goes to the search, which leads on; other words are searched, also beside a DOI field that holds no DOI; nothing does
 * nothing.
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
 * An address, a label of PubMed, arXiv or books, or a long number: the search knows what they are (`readPasted`), whose table of
 * publishers is too heavy for a page.
 */
const mayNamePaper = /^(?:https?:|www\.|[\w-]+(?:\.[\w-]+)+\/|pmid|pmc|arxiv|isbn|\d{4}\.\d{4,5}|[\d-]{7,}x?$)/i
