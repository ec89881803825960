import type { IncomingMessage, ServerResponse } from 'node:http'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { HttpContext } from './http-env.ts'
import { bodyEndedEarly } from './http-problem.ts'
import { logOf } from './request-id.ts'

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
