import { routePath } from 'hono/route'
import type { Metrics } from '../health/index.ts'
import type { Logger } from '../logging/index.ts'
import type { HttpContext } from './http-env.ts'

/** Writes a request that was answered into the log and the metrics. `isRefused`: no route has seen it. `ms`: how long it took. */
export const createRecordRequest =
  ({ logger, metrics }: { logger: Logger; metrics: Metrics | undefined }) =>
  (c: HttpContext, { isRefused, ms }: { isRefused: boolean; ms: number }): void => {
    const { method, path } = c.req
    const route = isRefused ? 'refused' : routeOf(c)
    const status = c.get('sentStatus') ?? c.res.status
    metrics?.requestAnswered({ method: knownMethod(method), route, status, seconds: ms / 1000 })
    const level = status >= 500 ? 'error' : path.startsWith('/health/') || path === '/metrics' ? 'debug' : 'info'
    if (!logger.isLevelEnabled(level)) return
    const rounded = Math.round(ms * 100) / 100
    logger[level](
      { requestId: c.get('requestId'), method, path, route, status, ms: rounded, address: c.get('address') },
      'request',
    )
  }

/** The pattern of the route that answered; what no route answers is one series, however many paths are tried. */
const routeOf = (c: HttpContext): string => {
  const named = c.get('route')
  if (named !== undefined) return named
  const pattern = routePath(c)
  return pattern === '/*' ? 'none' : pattern
}

const methods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** Clients may invent methods without end; the metrics keep one series for them. */
const knownMethod = (method: string): string => (methods.has(method) ? method : 'other')
