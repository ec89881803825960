import { BlockList } from 'node:net'
import { Hono } from 'hono'
import { routePath } from 'hono/route'
import type { Metrics } from '../health/index.ts'
import { callerHeader, type ReadCaller } from '../known-caller/index.ts'
import type { Logger } from '../logging/index.ts'
import { allowedMethods } from './allowed-methods.ts'
import { answerProblem, type ProblemAnswers } from './answer-problem.ts'
import { checkHost } from './check-host.ts'
import { checkOrigin } from './check-origin.ts'
import { checkUrl } from './check-url.ts'
import { clientAddress, unmapped } from './client-address.ts'
import { compressAnswer } from './compress-answer.ts'
import { putDefaultHeaders } from './default-headers.ts'
import type { HttpContext, HttpEnv } from './http-env.ts'
import { HttpProblem } from './http-problem.ts'
import { limitBody } from './limit-body.ts'
import { answerWithNodeHandler, belowAny, type NodeHandlers } from './node-handler.ts'
import { chooseRequestId } from './request-id.ts'
import { type ContentSources, makeSecurityHeaders, policyHeader } from './security-headers.ts'

export type HttpOptions = {
  /** Where people reach this server, as browsers write it; https turns on HSTS. */
  origin: string
  logger: Logger
  metrics?: Metrics
  /** Over https, browsers shall reach subdomains by https only, too (HSTS `includeSubDomains`). Not by default. */
  hstsIncludesSubdomains?: boolean
  /** Whose `X-Forwarded-For` is believed; nobody's by default. */
  trustedProxies?: BlockList
  /** Reads for whom another server of ours calls (`known-caller`); without it nobody calls for anybody. */
  readCaller?: ReadCaller
  /** Sources that pages need beyond the server's own. */
  contentSources?: ContentSources
  /** Other origins whose pages may send calls that change something. */
  isAllowedOrigin?: (origin: string, c: HttpContext) => boolean | Promise<boolean>
  /** How refusals are worded. */
  problems?: ProblemAnswers
  /**
   * Plain Node handlers by path prefix. Their requests get an id, a line in the log and an observation in the metrics like
   * all others; the body, the origins that may call and the headers of the answer are their own matter.
   */
  nodeHandlers?: NodeHandlers
}

/**
 * Makes a Hono app on which bad input never answers 500: every request has an id, is checked before a handler sees it
 * (host, address, origin, size of the body), gets the security headers, one line in the log and one observation in the
 * metrics; every error ends as a sentence, in JSON or on a page.
 */
export const createHttp = (options: HttpOptions): Hono<HttpEnv> => {
  const { origin, logger, metrics, problems = {}, isAllowedOrigin, nodeHandlers = {}, readCaller } = options
  const isNodeHandled = belowAny(Object.keys(nodeHandlers))
  const proxies = options.trustedProxies ?? new BlockList()
  const securityHeaders = makeSecurityHeaders({
    origin,
    sources: options.contentSources ?? {},
    includeSubdomains: options.hstsIncludesSubdomains ?? false,
  })
  const app = new Hono<HttpEnv>()

  app.use('*', async (c, next) => {
    const started = performance.now()
    const requestId = chooseRequestId(c.req.header('X-Request-Id'))
    const socketAddress = c.env?.incoming?.socket.remoteAddress ?? 'unknown'
    c.set('requestId', requestId)
    c.set('baseLog', logger)
    c.set('address', callerAddress(c) ?? clientAddress(socketAddress, c.req.header('X-Forwarded-For'), proxies))

    const needsChecks = !safeMethods.has(c.req.method) && !isNodeHandled(c.req.path)
    const refusal = refuseRequest(c) ?? (needsChecks ? await refuseCall(c) : null)
    if (refusal === null) await next()
    else c.res = await answerProblem(refusal, c, problems)

    const compressible = c.get('compressible')
    if (compressible !== undefined) await compressAnswer(c, compressible)
    const headers = securityHeaders(c.get('nonce'))
    // What a browser has kept goes with the policy it came with: the nonce of another answer would forbid its scripts.
    const sent = c.res.status === 304 ? headers.filter(([name]) => name !== policyHeader) : headers
    putDefaultHeaders(c, [['X-Request-Id', requestId], ...sent])
    record(c, refusal === null ? routeOf(c) : 'refused', performance.now() - started)
  })

  for (const [prefix, handler] of Object.entries(nodeHandlers)) {
    app.all(`${prefix}/*`, c =>
      answerWithNodeHandler(c, handler, [['X-Request-Id', c.get('requestId')], ...securityHeaders(undefined)]),
    )
  }

  /** Who a server of ours calls for. */
  const callerAddress = (c: HttpContext): string | null => {
    if (readCaller === undefined) return null
    const said = c.req.header(callerHeader)
    if (said === undefined) return null
    const { method, path } = c.req
    const address = readCaller(said, { method, path })
    if (address === null) logger.warn({ method, path }, 'a call was signed by nobody we know: see CALLER_SECRET')
    return address && unmapped(address)
  }

  const refuseRequest = (c: HttpContext): unknown => {
    try {
      checkHost(c.env?.incoming?.rawHeaders)
      checkUrl(c.req.raw.url)
      return null
    } catch (error) {
      return error
    }
  }

  const refuseCall = async (c: HttpContext): Promise<unknown> => {
    try {
      await checkOrigin(
        {
          origin: c.req.header('Origin'),
          referer: c.req.header('Referer'),
          fetchSite: c.req.header('Sec-Fetch-Site'),
        },
        origin,
        other => isAllowedOrigin?.(other, c) ?? false,
      )
      await limitBody(c, largestBody)
      return null
    } catch (error) {
      return error
    }
  }

  const record = (c: HttpContext, route: string, milliseconds: number): void => {
    const { method, path } = c.req
    const status = c.get('sentStatus') ?? c.res.status
    metrics?.requestAnswered({ method: knownMethod(method), route, status, seconds: milliseconds / 1000 })
    const level = status >= 500 ? 'error' : path.startsWith('/health/') || path === '/metrics' ? 'debug' : 'info'
    if (!logger.isLevelEnabled(level)) return
    const ms = Math.round(milliseconds * 100) / 100
    logger[level](
      { requestId: c.get('requestId'), method, path, route, status, ms, address: c.get('address') },
      'request',
    )
  }

  app.onError((error, c) => answerProblem(error, c, problems))

  app.notFound(c => {
    const allowed = allowedMethods(app, c.req.path)
    if (allowed.length === 0 || allowed.includes(c.req.method)) {
      const problem = new HttpProblem(404, 'There is nothing at this address: check it, or start from the home page.')
      return answerProblem(problem, c, problems)
    }
    const headers = { Allow: allowed.join(', ') }
    if (c.req.method === 'OPTIONS') return c.body(null, 204, headers)
    const problem = new HttpProblem(405, `This address answers ${allowed.join(', ')} only.`, { headers })
    return answerProblem(problem, c, problems)
  })

  return app
}

/** The largest body that is read, in bytes. */
const largestBody = 64_000

/** Methods that only read (RFC 9110, section 9.2.1): their bodies mean nothing, and anybody may link to them. */
const safeMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

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
