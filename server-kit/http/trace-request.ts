import { callerHeader, type ReadCaller } from '../known-caller/index.ts'
import { tracing } from '../tracing/index.ts'
import type { HttpContext } from './http-env.ts'
import { knownMethod, routeOf } from './record-request.ts'

const form = /^00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/

/**
 * Records a request as a span. It continues traces of our own servers; any other `traceparent` is only linked, so that strangers cannot
 * inject spans into our traces.
 */
export const createTraceRequest =
  (readCaller: ReadCaller | undefined) =>
  (c: HttpContext, work: () => Promise<void>): Promise<void> => {
    const { method, path } = c.req
    const current = tracing()
    if (!current.isOn || path.startsWith('/health/') || path === '/metrics') return work()
    const given = c.req.header('traceparent') ?? ''
    const said = c.req.header(callerHeader)
    const isOwn = said !== undefined && readCaller !== undefined && readCaller(said, { method, path }) !== null
    const from = form.test(given) ? given : null
    const kindOf = knownMethod(method)
    return current.span(
      kindOf,
      { kind: 'server', parent: isOwn ? from : null, link: isOwn ? null : from },
      async span => {
        await work()
        const status = c.get('sentStatus') ?? c.res.status
        const route = routeOf(c)
        span.rename(`${kindOf} ${route}`)
        const { host } = new URL(c.req.url)
        span.set({
          'http.request.method': kindOf,
          'http.route': route,
          'http.response.status_code': status,
          'server.address': host,
          'request.id': c.get('requestId'),
        })
        if (status >= 500) span.fail(String(status))
      },
    )
  }
