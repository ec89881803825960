import type { ContentfulStatusCode } from 'hono/utils/http-status'

/** What was wrong with a request, as a word that programs can tell apart. */
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
  /** Sent to programs and people alike in place of the server's JSON and pages, where a protocol asks for a text. */
  plainText?: string | undefined
  cause?: unknown
}

/**
 * Throw it anywhere in a handler to answer with a status and a sentence that says what happened and what to do. The server
 * words it as JSON or as a page (`ProblemAnswers`). A server with error types of its own extends it.
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

/** Puts on an answer that words a problem what it says in headers, such as `Retry-After`. */
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
