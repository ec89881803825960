import { BlockList } from 'node:net'
import { Hono, type Next } from 'hono'
import type { Metrics } from '../health/index.ts'
import type { ReadCaller } from '../known-caller/index.ts'
import type { Logger } from '../logging/index.ts'
import { answerProblem, type ProblemAnswers } from './answer-problem.ts'
import { createAnswerUnknown } from './answer-unknown.ts'
import { compressAnswer } from './compress-answer.ts'
import { putDefaultHeaders } from './default-headers.ts'
import type { HttpContext, HttpEnv } from './http-env.ts'
import { answerWithNodeHandler, belowAny, type NodeHandlers } from './node-handler.ts'
import { createRecordRequest } from './record-request.ts'
import { createRefuseRequest } from './refuse-request.ts'
import { chooseRequestId } from './request-id.ts'
import { type ContentSources, makeSecurityHeaders, policyHeader } from './security-headers.ts'
import { createSenderAddress, createSenderCountry } from './sender-address.ts'
import { createTraceRequest } from './trace-request.ts'

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
  const refuseRequest = createRefuseRequest({
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

    const refusal = await refuseRequest(c)
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
