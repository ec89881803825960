import { html } from 'hono/html'
import { CommitUnknown, isDatabaseUnavailable } from '../database/index.ts'
import type { HttpContext } from './http-env.ts'
import { HttpProblem, withHeadersOf } from './http-problem.ts'
import { isFormType } from './read-body.ts'
import { logOf, requestIdOf } from './request-id.ts'

/** Error formats of a server: JSON for API clients, a page for people. */
export type ProblemAnswers = {
  /** Default: `{ error: sentence, request_id }`. */
  toJson?: (problem: HttpProblem, requestId: string) => object
  /** Default: a plain page with the message and the request ID. */
  toPage?: (c: HttpContext, problem: HttpProblem, requestId: string) => Response | Promise<Response>
  /** The whole answer, for addresses that word refusals in a form of their own; null for others. Its headers are added to. */
  toOwn?: (c: HttpContext, problem: HttpProblem) => Response | null
  /** More headers of refusals, such as those that let a page of another origin read them. */
  headersOf?: (c: HttpContext) => Promise<Readonly<Record<string, string>>>
}

/** True when a person is looking at a browser window, rather than a program waiting for data. */
export const wantsPage = (c: HttpContext): boolean =>
  wantsPageBy({
    accept: c.req.header('Accept'),
    contentType: c.req.header('Content-Type'),
    mode: c.req.header('Sec-Fetch-Mode'),
  })

/**
 * True if the client wants a page, by the headers alone. A form post without `Accept` counts as a person, unless the browser marks it as
 * sent by a script (`Sec-Fetch-Mode`).
 */
export const wantsPageBy = ({
  accept = '',
  contentType,
  mode = 'navigate',
}: {
  accept?: string | undefined
  contentType: string | undefined
  mode?: string | undefined
}): boolean =>
  accept.includes('text/html') || (isFormType(contentType) && !accept.includes('json') && mode === 'navigate')

/**
 * Responds to an error: as specified by an HttpProblem; any other error is logged with its stack, which the response omits. Reasons for a
 * 503 are logged with the rejected requests (`record-request.ts`).
 */
export const answerProblem = async (error: unknown, c: HttpContext, answers: ProblemAnswers): Promise<Response> => {
  const problem = asProblem(error)
  if (problem.status === 503) c.set('unavailable', error)
  else if (problem.status >= 500)
    logOf(c).error({ err: error, method: c.req.method, path: c.req.path }, 'request failed')
  const response = await inWords(problem, c, answers)
  response.headers.set('Cache-Control', 'no-store')
  response.headers.append('Vary', 'Accept')
  withHeadersOf(problem, response)
  const { Vary: vary, ...more } = await headersBesides(c, answers)
  if (vary !== undefined) response.headers.append('Vary', vary)
  for (const [name, value] of Object.entries(more)) response.headers.set(name, value)
  return response
}

/** Returns no headers if they cannot be determined, because an error response must not fail itself. */
const headersBesides = async (
  c: HttpContext,
  { headersOf }: ProblemAnswers,
): Promise<Readonly<Record<string, string>>> => {
  try {
    return (await headersOf?.(c)) ?? {}
  } catch {
    return {}
  }
}

const asProblem = (error: unknown): HttpProblem => {
  if (error instanceof HttpProblem) return error
  // Without `Retry-After`, so that no program sends it again by itself.
  if (error instanceof CommitUnknown) {
    const sentence =
      'Our database went away while it stored this: it may or may not have been stored. Look before you send it again.'
    return new HttpProblem(503, sentence, { cause: error })
  }
  if (isDatabaseUnavailable(error)) {
    return new HttpProblem(503, 'Our database does not answer right now. Try again in a moment.', {
      retryAfter: 5,
      cause: error,
    })
  }
  return new HttpProblem(500, 'Something went wrong on our side. Try again; if it stays, tell us the request id.')
}

const inWords = async (
  problem: HttpProblem,
  c: HttpContext,
  { toJson = plainJson, toPage = plainPage, toOwn }: ProblemAnswers,
): Promise<Response> => {
  const own = toOwn?.(c, problem) ?? null
  if (own !== null) return own
  const requestId = requestIdOf(c)
  if (problem.plainText !== undefined) return c.text(problem.plainText, problem.status)
  if (!wantsPage(c)) return c.json(toJson(problem, requestId), problem.status)
  try {
    return await toPage(c, problem, requestId)
  } catch (error) {
    logOf(c).error({ err: error }, 'the error page failed')
    return plainPage(c, problem, requestId)
  }
}

/** Default JSON error format. */
export const plainJson = (problem: HttpProblem, requestId: string): object => ({
  error: problem.message,
  request_id: requestId,
})

const plainPage = (c: HttpContext, problem: HttpProblem, requestId: string): Response | Promise<Response> =>
  c.html(
    html`<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${problem.status}</title><h1>${problem.message}</h1><p>Request id: <code>${requestId}</code></p></html>`,
    problem.status,
  )
