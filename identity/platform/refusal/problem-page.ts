import { type HttpContext, type HttpProblem, nonceOf } from '@corroborate/server-kit/http'
import { type Locale, localeOf } from '@corroborate/wire/locales'
import { html } from 'hono/html'
import { pageOf } from '../page/index.ts'
import { errorTypeOf } from './error-type-of.ts'
import { frameOf, problemWords } from './problem-words.ts'

/** Error page for a browser navigation to a page that cannot be shown, such as an expired sign-in. */
export const problemPage = (c: HttpContext, problem: HttpProblem, requestId: string): Response | Promise<Response> => {
  const locale = localeOf(c.req.header('Accept-Language'))
  const { heading, detail } = wordsFor(problem, locale)
  const frame = frameOf[locale]
  c.header('Vary', 'Accept-Language', { append: true })
  return c.html(
    pageOf({
      locale,
      title: String(problem.status),
      nonce: nonceOf(c),
      body: html`<h1>${heading}</h1>${detail === null ? '' : html`<p lang="en">${detail}</p>`}<p>${frame.goBack}</p>
<p class="soft">${frame.requestId}: ${requestId}</p>`,
    }),
    problem.status,
  )
}

/** Returns the message in the reader's language. If untranslated, a generic heading with the English reason. */
const wordsFor = (problem: HttpProblem, locale: Locale): { heading: string; detail: string | null } => {
  if (locale === 'en') return { heading: problem.message, detail: null }
  const own = problemWords[locale][errorTypeOf(problem)]
  return own === undefined
    ? { heading: frameOf[locale].unnamed, detail: problem.message }
    : { heading: own, detail: null }
}
