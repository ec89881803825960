import type { ContentfulStatusCode } from 'hono/utils/http-status'

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
