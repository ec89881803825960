import { useContext } from 'react'
import { Layout, LayoutSlots } from '../browser/index.tsx'
import type { ErrorPageModel } from './model.ts'

type Words = { title: string; text: string }

const badRequest: Words = {
  title: 'Invalid request',
  text: 'The address or the form contains invalid data. Go back and try again, or search for the paper.',
}
const broken: Words = {
  title: 'Something went wrong on our side',
  text: 'This is our fault, not yours. Try again in a moment. Saved data is safe.',
}
const wordsOf: Readonly<Record<number, Words>> = {
  400: badRequest,
  401: { title: 'Log in first', text: 'This page is for people who are logged in.' },
  403: { title: 'Access denied', text: 'Your account doesn’t have permission for this.' },
  404: {
    title: 'Page not found',
    text: 'The address may be misspelled, or the page may have moved.',
  },
  409: {
    title: 'This has changed in the meantime',
    text: 'It was changed by another person, or by you in another tab. Go back and reload the page.',
  },
  413: { title: 'Request too large', text: 'Your request exceeds the size limit. Shorten it and try again.' },
  429: { title: 'Too many requests', text: 'Too many requests. Please try again in a moment.' },
  500: broken,
  503: {
    title: 'Temporarily unavailable',
    text: 'The site is busy or being updated. Try again in a minute.',
  },
}

/** Error page with the problem and advice. */
export const ErrorPage = ({ model }: { model: ErrorPageModel }) => {
  const words = wordsOf[model.status] ?? (model.status < 500 ? badRequest : broken)
  return (
    <Layout search={model.status !== 404}>
      <div className="error-page">
        <p className="eyebrow">Error {model.status}</p>
        <h1>{words.title}</h1>
        <p className="lead">{model.message ?? words.text}</p>
        {model.status === 404 && <FindPaper />}
        <p>
          {model.login !== null && (
            <>
              <a href={model.login}>Log in</a>
              {' · '}
            </>
          )}
          <a href="/">Go to the home page</a>
        </p>
        {model.status >= 500 && model.requestId !== null && (
          <p className="fine">
            If this keeps happening, send us this request ID: <code>{model.requestId}</code>
          </p>
        )}
      </div>
    </Layout>
  )
}

/** Links to find the paper. */
const FindPaper = () => {
  const { contact } = useContext(LayoutSlots).reader
  return (
    <>
      <search>
        <form className="error-search" action="/search">
          <label htmlFor="error-query">Find a paper by title or DOI</label>
          <div className="field">
            <input id="error-query" name="q" type="search" autoComplete="off" maxLength={500} required />
            <button type="submit" className="main">
              Search
            </button>
          </div>
        </form>
      </search>
      <p>
        Every paper’s page is at its DOI. A DOI starts with <code>10.</code>, has a slash in it, and is on the paper’s
        first page or the publisher’s site:
      </p>
      <p className="error-example">
        <a href="/10.1126/science.aac4716">
          <code>/10.1126/science.aac4716</code>
        </a>
      </p>
      {contact !== null && (
        <p>
          Did a link on this site bring you here?{' '}
          <a href={`mailto:${contact}?subject=Broken%20link`}>Report the link</a>.
        </p>
      )}
    </>
  )
}
