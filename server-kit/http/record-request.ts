import { routePath } from 'hono/route'
import type { Metrics } from '../health/index.ts'
import { createRefusalLog, type Logger } from '../logging/index.ts'
import type { HttpContext } from './http-env.ts'

/**
 * Writes a request that was answered into the log and the metrics. Requests that are refused because there are too many (429, 503)
 * have no line of their own. `isRefused`: no route has seen it. `ms`: how long it took.
 */
export const createRecordRequest = ({ logger, metrics }: { logger: Logger; metrics: Metrics | undefined }) => {
  const noteRefusal = createRefusalLog(logger)
  return (c: HttpContext, { isRefused, ms }: { isRefused: boolean; ms: number }): void => {
    const { method, path } = c.req
    const route = isRefused ? 'refused' : routeOf(c)
    const status = c.get('sentStatus') ?? c.res.status
    metrics?.requestAnswered({ method: knownMethod(method), route, status, seconds: ms / 1000 })
    const isProbe = path.startsWith('/health/') || path === '/metrics'
    const rounded = Math.round(ms * 100) / 100
    const request = {
      requestId: c.get('requestId'),
      method,
      path,
      route,
      status,
      ms: rounded,
      address: c.get('address'),
    }
    if (!isProbe && (status === 429 || status === 503)) {
      const why = c.get('unavailable')
      const level = status === 503 ? 'error' : 'warn'
      noteRefusal(`${status} ${route}`, { level, ...request, ...(why !== undefined && { err: why }) })
      return
    }
    const level = status >= 500 ? 'error' : isProbe ? 'debug' : 'info'
    if (logger.isLevelEnabled(level)) logger[level](request, 'request')
  }
}

/** Returns the matched route's pattern. All unmatched requests share one series. */
export const routeOf = (c: HttpContext): string => {
  const named = c.get('route')
  if (named !== undefined) return named
  const pattern = routePath(c)
  return pattern === '/*' ? 'none' : pattern
}

const methods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** Clients may invent methods without end; the metrics keep one series for them. */
export const knownMethod = (method: string): string => (methods.has(method) ? method : 'other')
