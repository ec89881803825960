import { type FormEvent, useRef, useState } from 'react'
import { SearchBox } from '../search-box/index.tsx'
import { decideSubmission } from './submit.ts'

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
