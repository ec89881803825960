import { type FormEvent, useRef, useState } from 'react'
import { paperPath, parseDoi, paths } from '../../kit/doi/index.ts'
import { SearchBox } from '../search-box/index.tsx'

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

/** Both ways to a paper: the search field with its suggestions, and the field for a DOI (SPEC §5, "Home form"). */
export const PaperFinder = () => {
  const query = useRef<HTMLInputElement>(null)
  const doi = useRef<HTMLInputElement>(null)
  const [noDoi, setNoDoi] = useState(false)

  const submit = (event: FormEvent<HTMLFormElement>) => {
    const submission = decideSubmission(query.current?.value ?? '', doi.current?.value ?? '')
    setNoDoi(submission.kind === 'not a DOI')
    const isSearchForm = event.currentTarget === query.current?.form
    if (submission.kind === 'search' && isSearchForm) return
    event.preventDefault()
    if (submission.kind === 'open') location.assign(submission.path)
    if (submission.kind === 'search') query.current?.form?.submit()
    if (submission.kind === 'blocked') event.currentTarget.querySelector('input')?.focus()
    if (submission.kind === 'not a DOI') doi.current?.focus()
  }

  return (
    <search className="home-search">
      <form action="/search" onSubmit={submit}>
        <label htmlFor="paper-search">Search papers</label>
        <div className="field">
          <SearchBox field={query} placeholder="Title, author or year" keeper="address" />
          <button type="submit" className="main">
            Find paper
          </button>
        </div>
      </form>
      <form action="/search" className="doi-form" onSubmit={submit}>
        <label htmlFor="doi">or go straight to a DOI</label>
        <div className="field">
          <input
            ref={doi}
            id="doi"
            name="q"
            type="text"
            inputMode="url"
            placeholder="10.1038/nature12373"
            autoComplete="off"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            enterKeyHint="go"
            maxLength={2000}
            aria-invalid={noDoi}
            aria-describedby="doi-problem"
            onChange={() => setNoDoi(false)}
          />
          <button type="submit">Open</button>
        </div>
        <p id="doi-problem" className="problem" role="status">
          {noDoi && 'This is not a DOI. One looks like 10.1038/nature12373.'}
        </p>
      </form>
    </search>
  )
}
