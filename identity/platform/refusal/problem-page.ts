import { type HttpContext, type HttpProblem, nonceOf } from '@corroborate/server-kit/http'
import { html } from 'hono/html'
import { pageOf } from '../page/index.ts'

/** What somebody sees whose browser was led to a page of ours that cannot be shown, such as a sign-in that took too long. */
export const problemPage = (c: HttpContext, problem: HttpProblem, requestId: string): Response | Promise<Response> =>
  c.html(
    pageOf({
      title: String(problem.status),
      nonce: nonceOf(c),
      body: html`<h1>${problem.message}</h1><p>Go back to the page you came from to go on.</p>
<p class="soft">Request id: ${requestId}</p>`,
    }),
    problem.status,
  )
