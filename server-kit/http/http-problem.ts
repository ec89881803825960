import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { Logger } from '../logging/index.ts'

/** Context variables of every handler; read them through `requestIdOf`, `nonceOf`, `addressOf` and `logOf`. */
export type HttpEnv = {
  Bindings: Partial<HttpBindings>
  Variables: {
    requestId: string
    address: string
    country?: string | undefined
    baseLog: Logger
    requestLog?: Logger
    nonce?: string
    /** CSP hashes of the inline scripts of a shared page. */
    scriptHashes?: readonly string[]
    /** The text of the answer, where it may be compressed. */
    compressible?: string | Buffer
    /** The answer is a script, a style sheet or a font, which no browser shows by itself. */
    isPart?: boolean
    route?: string
    /** Why a request is answered with 503. */
    unavailable?: unknown
    /** The status that a Node handler has sent. */
    sentStatus?: number
  }
}

export type HttpContext = Context<HttpEnv>

/**
 * Sets the route name for logs and metrics where Hono's patterns are ambiguous, such as `/:doi/vote`. Never include a part of the path:
 * every name becomes a metrics series.
 */
export const nameRoute = (c: HttpContext, pattern: string): void => c.set('route', pattern)

/** Machine-readable kind of a request error. */
export type ProblemKind =
  | 'bad-request'
  | 'malformed-url'
  | 'url-too-long'
  | 'malformed-body'
  | 'body-too-large'
  | 'unsupported-content-type'
  | 'invalid-input'
  | 'not-signed-in'
  | 'forbidden'
  | 'cross-origin'
  | 'not-found'
  | 'method-not-allowed'
  | 'conflict'
  | 'too-many-requests'
  | 'unavailable'
  | 'unexpected'

export type ProblemOptions = {
  kind?: ProblemKind
  headers?: Readonly<Record<string, string>>
  /** Seconds after which the same request may succeed: the header `Retry-After`. */
  retryAfter?: number | undefined
  /** Plain text sent instead of JSON or a page, where a protocol requires it. */
  plainText?: string | undefined
  cause?: unknown
}

/**
 * Throw it in a handler to respond with a status and a message that explains the problem and the remedy. The server formats it as JSON or a
 * page (`ProblemAnswers`). Servers with their own error types extend it.
 */
export class HttpProblem extends Error {
  override name = 'HttpProblem'
  readonly status: ContentfulStatusCode
  readonly kind: ProblemKind
  readonly retryAfter: number | undefined
  readonly headers: Readonly<Record<string, string>>
  readonly plainText: string | undefined

  constructor(
    status: ContentfulStatusCode,
    sentence: string,
    { kind, headers = {}, retryAfter, plainText, cause }: ProblemOptions = {},
  ) {
    super(sentence, { cause })
    this.status = status
    this.kind = kind ?? usualKinds[status] ?? (status >= 500 ? 'unexpected' : 'bad-request')
    this.retryAfter = retryAfter
    this.headers =
      retryAfter === undefined ? headers : { ...headers, 'Retry-After': String(Math.max(1, Math.ceil(retryAfter))) }
    this.plainText = plainText
  }
}

/** Adds the problem's headers, such as `Retry-After`, to its response. */
export const withHeadersOf = ({ headers }: Pick<HttpProblem, 'headers'>, answer: Response): Response => {
  for (const [name, value] of Object.entries(headers)) answer.headers.set(name, value)
  return answer
}

const usualKinds: Partial<Record<number, ProblemKind>> = {
  401: 'not-signed-in',
  403: 'forbidden',
  404: 'not-found',
  405: 'method-not-allowed',
  409: 'conflict',
  413: 'body-too-large',
  414: 'url-too-long',
  415: 'unsupported-content-type',
  429: 'too-many-requests',
  503: 'unavailable',
}

/** For a body that ended, or broke its framing, before it was whole: the sender's mistake, so no 500. */
export const bodyEndedEarly = (cause: unknown): HttpProblem =>
  new HttpProblem(400, 'The body ended early: send it again.', { kind: 'malformed-body', cause })
