import type { IncomingMessage, ServerResponse } from 'node:http'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { HttpContext } from './http-env.ts'
import { bodyEndedEarly } from './http-problem.ts'
import { logOf } from './request-id.ts'

/**
 * What `http.createServer` takes: it reads the request itself, and must end the response. The context says what else is known
 * of the request.
 */
export type NodeHandler = (request: IncomingMessage, response: ServerResponse, c: HttpContext) => unknown

/**
 * Plain Node handlers by the path below which each answers everything, such as `{ '/oauth': provider.callback() }`. A path may
 * have parts of Hono's form `:name{pattern}`.
 */
export type NodeHandlers = Readonly<Record<string, NodeHandler>>

/** Whether a path is one of these or below one of them. */
export const belowAny = (paths: readonly string[]): ((path: string) => boolean) => {
  const patterns = paths.map(path => new RegExp(`^${path.replace(/:\w+\{([^}]+)\}/g, '(?:$1)')}(?:/|$)`))
  return path => patterns.some(pattern => pattern.test(path))
}

/**
 * Lets a plain Node handler answer a request that came over a socket: it reads the body as it arrives, and the headers it
 * sets are sent as they are. `headers` are set before, for the handler to replace or to remove.
 *
 * When the handler fails before its answer has begun, the headers are taken back, and the error is answered like every
 * other. When it fails later, the connection is cut, so that nobody takes half an answer for a whole one.
 * @throws what the handler throws before its answer has begun, or HttpProblem 400 when its sender has gone
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
