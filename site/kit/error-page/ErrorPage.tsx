import { Layout } from '../browser/index.tsx'
import type { ErrorPageModel } from './model.ts'

type Words = { title: string; text: string }

const badRequest: Words = {
  title: 'This request makes no sense to us',
  text: 'Something in the address or the form is not as it should be. Go back and try again, or search for the paper.',
}
const broken: Words = {
  title: 'Something went wrong on our side',
  text: 'Nothing you did caused this. Try again in a moment; what you had saved is safe.',
}
const wordsOf: Readonly<Record<number, Words>> = {
  400: badRequest,
  401: { title: 'Log in first', text: 'This page is for people who are logged in.' },
  403: { title: 'This is not open to you', text: 'Your account may not see or do this.' },
  404: {
    title: 'There is no page here',
    text: 'The address may be mistyped. A paper’s page is at its DOI, such as /10.1038/nature12373; you can also search for it by title.',
  },
  409: {
    title: 'Something changed meanwhile',
    text: 'Somebody, perhaps you in another tab, was faster. Go back, load the page again, and look.',
  },
  413: { title: 'That is too much at once', text: 'What you sent is larger than we accept. Shorten it and try again.' },
  429: { title: 'Too many requests', text: 'Too many requests. Please try again in a moment.' },
  500: broken,
  503: {
    title: 'We cannot answer right now',
    text: 'The site is busy or being updated. Try again in a minute.',
  },
}

/** What a reader sees when there is no page to show: what happened, and what to do. */
export const ErrorPage = ({ model }: { model: ErrorPageModel }) => {
  const words = wordsOf[model.status] ?? (model.status < 500 ? badRequest : broken)
  return (
    <Layout>
      <div className="error-page">
        <p className="eyebrow">Error {model.status}</p>
        <h1>{words.title}</h1>
        <p className="lead">{model.message ?? words.text}</p>
        <p>
          {model.login !== null && (
            <>
              <a href={model.login.path} data-refused-form={model.login.isForm ? '' : undefined}>
                Log in
              </a>
              {' · '}
            </>
          )}
          <a href="/">Go to the search page</a>
        </p>
        {model.status >= 500 && model.requestId !== null && (
          <p className="fine">
            If it keeps happening, tell us this number: <code>{model.requestId}</code>
          </p>
        )}
      </div>
    </Layout>
  )
}
