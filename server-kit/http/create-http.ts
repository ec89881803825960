import { BlockList } from 'node:net'
import { Hono, type Next } from 'hono'
import { routePath } from 'hono/route'
import type { Metrics } from '../health/index.ts'
import { callerHeader, type ReadCaller } from '../known-caller/index.ts'
import { createRejectionLog, type Logger } from '../logging/index.ts'
import { tracing } from '../tracing/index.ts'
import { allowedMethods } from './allowed-methods.ts'
import {
  answerProblem,
  answerWithNodeHandler,
  belowAny,
  chooseRequestId,
  type NodeHandlers,
  type ProblemAnswers,
} from './answer-problem.ts'
import { type HttpContext, type HttpEnv, HttpProblem } from './http-problem.ts'
import { createRequestFilter } from './refuse-request.ts'
import { type ContentSources, makeSecurityHeaders, policyHeader } from './security-headers.ts'
import { createSenderAddress, createSenderCountry } from './sender-address.ts'
import { compressAnswer } from './static-files.ts'

/** Responds to requests without a matching route: 404, or 405 with the path's methods. `OPTIONS` returns those methods. */
const createAnswerUnknown =
  (app: Hono<HttpEnv>, problems: ProblemAnswers) =>
  (c: HttpContext): Response | Promise<Response> => {
    const allowed = allowedMethods(app, c.req.path)
    if (allowed.length === 0 || allowed.includes(c.req.method)) {
      const problem = new HttpProblem(404, 'There is nothing at this address: check it, or start from the home page.')
      return answerProblem(problem, c, problems)
    }
    const headers = { Allow: allowed.join(', ') }
    if (c.req.method === 'OPTIONS') return c.body(null, 204, headers)
    const problem = new HttpProblem(405, `This address answers ${allowed.join(', ')} only.`, { headers })
    return answerProblem(problem, c, problems)
  }

/**
 * Puts headers on an answer, but for those that its handler has set itself. Over a socket they go to Node's own answer,
 * where those of the handler replace them: a third of the cost of touching the answer's `Headers`.
 */
const putDefaultHeaders = (c: HttpContext, headers: readonly (readonly [string, string])[]): void => {
  const outgoing = c.env?.outgoing
  if (outgoing !== undefined) {
    if (outgoing.headersSent) return
    for (const [name, value] of headers) outgoing.setHeader(name, value)
    return
  }
  // Headers of `Response.redirect()` and `fetch` are immutable, so the response is copied.
  const answer = new Headers(c.res.headers)
  for (const [name, value] of headers) if (!answer.has(name)) answer.set(name, value)
  const { status, statusText, body } = c.res
  c.res = new Response(body, { status, statusText, headers: answer })
}

/**
 * Writes a request that was answered into the log and the metrics. Requests that are refused because there are too many (429, 503)
 * have no line of their own. `isRefused`: no route has seen it. `ms`: how long it took.
 */
const createRecordRequest = ({ logger, metrics }: { logger: Logger; metrics: Metrics | undefined }) => {
  const noteRefusal = createRejectionLog(logger)
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
const routeOf = (c: HttpContext): string => {
  const named = c.get('route')
  if (named !== undefined) return named
  const pattern = routePath(c)
  return pattern === '/*' ? 'none' : pattern
}

const methods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** Clients may invent methods without end; the metrics keep one series for them. */
const knownMethod = (method: string): string => (methods.has(method) ? method : 'other')

const form = /^00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/

/**
 * Records a request as a span. It continues traces of our own servers; any other `traceparent` is only linked, so that strangers cannot
 * inject spans into our traces.
 */
const createTraceRequest =
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

export type HttpOptions = {
  /** Public origin of this server; https enables HSTS. */
  origin: string
  logger: Logger
  metrics?: Metrics
  /** Over https, browsers shall reach subdomains by https only, too (HSTS `includeSubDomains`). Not by default. */
  hstsIncludesSubdomains?: boolean
  /** Proxies whose `X-Forwarded-For` is trusted. Defaults to none. */
  trustedProxies?: BlockList
  /** Header in which these proxies send the visitor's country, such as `CF-IPCountry`. Without it the country is unknown. */
  countryHeader?: string | undefined
  /** Reads the address on whose behalf another of our servers calls (`known-caller`). Without it, every request counts for its sender. */
  readCaller?: ReadCaller
  /** Sources that pages need beyond the server's own. */
  contentSources?: ContentSources
  /** Allows other origins to send unsafe requests. */
  isAllowedOrigin?: (origin: string, c: HttpContext) => boolean | Promise<boolean>
  /** The largest body that is read at a path, in bytes, where it is not the usual 64 kB. */
  largestBody?: (path: string) => number | undefined
  /** Error formats. */
  problems?: ProblemAnswers
  /**
   * Plain Node handlers by path prefix. Their requests get an id, a line in the log and an observation in the metrics like
   * all others; the body, the origins that may call and the headers of the answer are their own matter.
   */
  nodeHandlers?: NodeHandlers
}

/**
 * Creates a Hono app on which bad input never causes a 500: every request gets an ID, is validated before its handler (host, URL, origin,
 * body size), and gets security headers, a log line and a metric; every error becomes a message in JSON or on a page.
 */
export const createHttp = (options: HttpOptions): Hono<HttpEnv> => {
  const { origin, logger, metrics, problems = {}, nodeHandlers = {}, readCaller } = options
  const securityHeaders = makeSecurityHeaders({
    origin,
    sources: options.contentSources ?? {},
    includeSubdomains: options.hstsIncludesSubdomains ?? false,
  })
  const senderAddress = createSenderAddress({
    proxies: options.trustedProxies ?? new BlockList(),
    readCaller,
    logger,
  })
  const senderCountry = createSenderCountry({
    proxies: options.trustedProxies ?? new BlockList(),
    header: options.countryHeader,
  })
  const rejectRequest = createRequestFilter({
    origin,
    isAllowedOrigin: options.isAllowedOrigin ?? (() => false),
    largestBody: options.largestBody ?? (() => undefined),
    isNodeHandled: belowAny(Object.keys(nodeHandlers)),
  })
  const recordRequest = createRecordRequest({ logger, metrics })
  const traceRequest = createTraceRequest(readCaller)
  const app = new Hono<HttpEnv>()

  const answer = async (c: HttpContext, next: Next): Promise<void> => {
    const started = performance.now()
    const requestId = chooseRequestId(c.req.header('X-Request-Id'))
    c.set('requestId', requestId)
    c.set('baseLog', logger)
    c.set('address', senderAddress(c))
    c.set('country', senderCountry(c))

    const refusal = await rejectRequest(c)
    if (refusal === null) await next()
    else c.res = await answerProblem(refusal, c, problems)

    const compressible = c.get('compressible')
    if (compressible !== undefined) await compressAnswer(c, compressible)
    const headers =
      c.get('isPart') === true
        ? securityHeaders.ofPart
        : securityHeaders.ofDocument({ nonce: c.get('nonce'), hashes: c.get('scriptHashes') })
    // A cached page keeps its own CSP: the new response's nonce would block its scripts.
    const sent = c.res.status === 304 ? headers.filter(([name]) => name !== policyHeader) : headers
    putDefaultHeaders(c, [['X-Request-Id', requestId], ...sent])
    recordRequest(c, { isRefused: refusal !== null, ms: performance.now() - started })
  }

  app.use('*', (c, next) => traceRequest(c, () => answer(c, next)))

  for (const [prefix, handler] of Object.entries(nodeHandlers)) {
    app.all(`${prefix}/*`, c =>
      answerWithNodeHandler(c, handler, [
        ['X-Request-Id', c.get('requestId')],
        ...securityHeaders.ofDocument({ nonce: undefined }),
      ]),
    )
  }

  app.onError((error, c) => answerProblem(error, c, problems))
  app.notFound(createAnswerUnknown(app, problems))

  return app
}
