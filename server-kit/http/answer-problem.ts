import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { html } from 'hono/html'
import { CommitUnknown, isDatabaseUnavailable } from '../database/index.ts'
import type { Logger } from '../logging/index.ts'
import { bodyEndedEarly, type HttpContext, HttpProblem, withHeadersOf } from './http-problem.ts'
import { isFormType } from './read-body.ts'

const wellFormed = /^[A-Za-z0-9_-]{8,64}$/

/** Uses the proxy's request ID if it is safe to log and echo, else generates one. */
export const chooseRequestId = (given: string | undefined): string =>
  given !== undefined && wellFormed.test(given) ? given : randomUUID()

/** The id of the request: sent back as `X-Request-Id`, and in every line of the log about it. */
export const requestIdOf = (c: HttpContext): string => c.get('requestId')

/** Returns a logger that adds the request ID. */
export const logOf = (c: HttpContext): Logger => {
  const known = c.get('requestLog')
  if (known !== undefined) return known
  const log = c.get('baseLog').child({ requestId: requestIdOf(c) })
  c.set('requestLog', log)
  return log
}

/** Handler of `http.createServer`: it reads the request itself and must end the response. The context provides further request data. */
export type NodeHandler = (request: IncomingMessage, response: ServerResponse, c: HttpContext) => unknown

/**
 * Plain Node handlers by the path below which each answers everything, such as `{ '/oauth': provider.callback() }`. A path may
 * have parts of Hono's form `:name{pattern}`.
 */
export type NodeHandlers = Readonly<Record<string, NodeHandler>>

/** Matches these paths and everything below them. */
export const belowAny = (paths: readonly string[]): ((path: string) => boolean) => {
  const patterns = paths.map(path => new RegExp(`^${path.replace(/:\w+\{([^}]+)\}/g, '(?:$1)')}(?:/|$)`))
  return path => patterns.some(pattern => pattern.test(path))
}

/**
 * Lets a plain Node handler respond to a request: it streams the body, and its headers are sent unchanged. `headers` are set before, for
 * the handler to replace or remove.
 * If the handler fails before its response has started, the headers are removed and the error is handled as usual. If it fails later, the
 * connection is closed, so that a truncated response is detectable.
 * @throws the handler's error before its response has started, or HttpProblem 400 if the client has disconnected
 */
export const answerWithNodeHandler = async (
  c: HttpContext,
  handler: NodeHandler,
  headers: readonly (readonly [string, string])[],
): Promise<Response> => {
  const { incoming, outgoing } = c.env ?? {}
  if (incoming === undefined || outgoing === undefined) {
    throw new TypeError('A Node handler answers only what came over a socket.')
  }
  for (const [name, value] of headers) outgoing.setHeader(name, value)
  const closed = new Promise(resolve => outgoing.once('close', resolve))
  try {
    await handler(incoming, outgoing, c)
  } catch (error) {
    if (!outgoing.headersSent) {
      removeHeaders(outgoing)
      throw incoming.destroyed && !incoming.complete ? bodyEndedEarly(error) : error
    }
    logOf(c).error({ err: error, method: c.req.method, path: c.req.path }, 'request failed')
    outgoing.destroy()
  }
  await closed
  c.set('sentStatus', outgoing.statusCode)
  return RESPONSE_ALREADY_SENT
}

/** All but `Connection: close`, with which a server that is shutting down ends its connections. */
const removeHeaders = (outgoing: ServerResponse): void => {
  for (const name of outgoing.getHeaderNames()) if (name !== 'connection') outgoing.removeHeader(name)
}

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
 * 503 are logged with the rejected requests (`create-http.ts`).
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
