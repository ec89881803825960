import { paperPath, parseDoi } from '../doi/index.ts'

/** What submitting the home page's form does. */
export type Submission =
  | { kind: 'open'; path: string }
  | { kind: 'search' }
  | { kind: 'blocked' }
  /** What is in the DOI field is no DOI, and the reader should be told there. */
  | { kind: 'not a DOI' }

/**
 * Both fields → what to do (SPEC §5, "Home form"): a DOI in either opens its page, other words are searched, nothing does
 * nothing.
 */
export const decideSubmission = (query: string, doi: string): Submission => {
  const typed = doi.trim() === '' ? parseDoi(query) : parseDoi(doi)
  if (typed !== null) return { kind: 'open', path: paperPath(typed) }
  if (doi.trim() !== '') return { kind: 'not a DOI' }
  return query.trim() === '' ? { kind: 'blocked' } : { kind: 'search' }
}
