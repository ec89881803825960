import { paperPath, paths, readPasted } from '../doi/index.ts'
import { unreadableSentence } from './pasted-sentence.ts'

/** What submitting the home page's form does. */
export type Submission =
  | { kind: 'open'; path: string }
  | { kind: 'search' }
  | { kind: 'blocked' }
  /** What is in the DOI field leads to no paper, and the reader should be told there, in this sentence. */
  | { kind: 'not a DOI'; sentence: string }

/**
 * Both fields → what to do (SPEC §5, "Home form"): what names a paper in either opens its page, the DOI field first; other words
 * are searched, also beside a DOI field that holds no DOI; nothing does nothing.
 */
export const decideSubmission = (query: string, doi: string): Submission => {
  const path = pathOf(doi) ?? pathOf(query)
  if (path !== null) return { kind: 'open', path }
  if (query.trim() !== '') return { kind: 'search' }
  if (doi.trim() === '') return { kind: 'blocked' }
  const sentence = unreadableSentence(readPasted(doi))
  return { kind: 'not a DOI', sentence: sentence ?? 'This is not a DOI. One looks like 10.1038/nature12373.' }
}

/** The page of the paper that a text names; for what only the server can have told, the search, which leads on to it. */
const pathOf = (text: string): string | null => {
  const pasted = readPasted(text)
  if (pasted.kind === 'doi') return paperPath(pasted.doi)
  return pasted.kind === 'ask-openalex' ? paths.search(text.trim()) : null
}
