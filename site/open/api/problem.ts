import { type HttpContext, HttpProblem, requestIdOf } from '@corroborate/server-kit/http'
import { type Doi, isApiPath, paperPath, paths } from '../../kit/doi/index.ts'
import type { ProblemDetails } from './schemas.ts'

/** Every address of the API: the version is in the path, and a change that breaks a client comes under another. */
export const apiPaths = {
  root: '/api/v1',
  /** GET: one paper. */
  paper: (doi: Doi): string => `/api/v1/papers${paperPath(doi)}`,
  papers: '/api/v1/papers/*',
  /** POST: many papers. */
  batch: '/api/v1/papers:batchGet',
  search: '/api/v1/search',
  report: (hash: string): string => `/api/v1/reports/${hash}`,
  reports: '/api/v1/reports/:hash',
  events: '/api/v1/events',
  range: (prefix: string): string => `/api/v1/ranges/${prefix}`,
  ranges: '/api/v1/ranges/:prefix',
  /** GET: describes the ranges. */
  allRanges: '/api/v1/ranges',
  openapi: '/api/v1/openapi.json',
  /** The page that describes all of them. */
  page: paths.api,
  problem: (word: string): string => `/api/problems/${word}`,
  problems: '/api/problems/:word',
} as const

/** CORS headers that allow any origin to read API responses. Safe because no cookies are sent or read. */
export const openHeaders = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'ETag, Link, RateLimit, RateLimit-Policy, Retry-After, X-Request-Id',
  'Cross-Origin-Resource-Policy': 'cross-origin',
} as const

export const preflightHeaders = {
  ...openHeaders,
  'Access-Control-Allow-Methods': 'GET, HEAD, POST, OPTIONS',
  'Access-Control-Allow-Headers': 'Content-Type, If-None-Match',
  'Access-Control-Max-Age': '86400',
} as const

/** Problem types by the last segment of their `type` URL: title, and what a client can do. */
export const problemTypes = {
  'bad-request': {
    title: 'Invalid request',
    help: 'Fix what `detail` describes; the same request fails again.',
  },
  'unknown-field': {
    title: 'Unknown field',
    help: '`field` names a query parameter or a body field that does not exist.',
  },
  'not-a-doi': { title: 'Not a DOI', help: 'Use `/search` to find the paper by its title.' },
  'unknown-paper': {
    title: 'Paper not found',
    help: 'The DOI is well formed, but no source has the paper. New papers can take a day to appear.',
  },
  'unknown-report': { title: 'Report not found', help: 'No approved report has this hash.' },
  'unknown-cursor': {
    title: 'Unknown cursor',
    help: 'The cursor is invalid, or its feed no longer exists. Start again without `since`.',
  },
  'not-found': { title: 'Endpoint not found', help: 'This page lists every endpoint.' },
  'method-not-allowed': { title: 'Method not allowed', help: 'The `Allow` header lists the supported methods.' },
  'too-large': { title: 'Request too large', help: 'Send less per request.' },
  unreadable: {
    title: 'Unreadable bibliography',
    help: '`detail` says why. The page `/check` lists the supported formats.',
  },
  'unsupported-content-type': { title: 'Unsupported media type', help: 'Send `application/json`.' },
  'too-many-requests': {
    title: 'Too many requests',
    help: 'Wait as long as `Retry-After` says. Every response reports the points left in `RateLimit`.',
  },
  unavailable: {
    title: 'Temporarily unavailable',
    help: 'A source or this site is not responding, which says nothing about the paper. Retry after `Retry-After`.',
  },
  unexpected: { title: 'Internal server error', help: 'Retry. If the error persists, report its `request_id`.' },
} as const satisfies Readonly<Record<string, { title: string; help: string }>>

export type ProblemWord = keyof typeof problemTypes

/** Returns an error's `type` URL on the site at `origin`; it links to its description on `/api`. */
export const problemType = (origin: string, word: ProblemWord): string => `${origin}${apiPaths.problem(word)}`

const statuses: Readonly<Record<ProblemWord, HttpProblem['status']>> = {
  'bad-request': 400,
  'unknown-field': 400,
  'not-a-doi': 400,
  'unknown-cursor': 400,
  'unknown-paper': 404,
  'unknown-report': 404,
  'not-found': 404,
  'method-not-allowed': 405,
  'too-large': 413,
  'unsupported-content-type': 415,
  unreadable: 422,
  'too-many-requests': 429,
  unavailable: 503,
  unexpected: 500,
}

export const statusOfProblem = (word: ProblemWord): HttpProblem['status'] => statuses[word]

type ApiProblemOptions = {
  /** The field of the query or the body that is wrong. */
  field?: string | undefined
  /** Seconds after which the same request may succeed. */
  retryAfter?: number | undefined
  headers?: Readonly<Record<string, string>>
  cause?: unknown
}

/** Error of an endpoint below `/api/v1`, returned as problem details (RFC 9457). `detail` is a message about the occurrence. */
export class ApiProblem extends HttpProblem {
  override name = 'ApiProblem'
  readonly word: ProblemWord
  readonly field: string | undefined

  constructor(word: ProblemWord, detail: string, { field, retryAfter, headers = {}, cause }: ApiProblemOptions = {}) {
    super(statuses[word], detail, { headers, retryAfter, cause })
    this.word = word
    this.field = field
  }
}

/** The word for a refusal that knows nothing of the API, such as that of a body that is too large. */
const wordOf = (problem: HttpProblem): ProblemWord => {
  if (problem instanceof ApiProblem) return problem.word
  const { status } = problem
  if (status === 413 || status === 414 || status === 431) return 'too-large'
  const word = (Object.keys(statuses) as ProblemWord[]).find(
    word => statuses[word] === status && !word.startsWith('unknown-') && word !== 'not-a-doi',
  )
  return word ?? (status >= 500 ? 'unexpected' : 'bad-request')
}

/** Problem details of a refusal, as a body holds them. */
export const problemDetails = (problem: HttpProblem, origin: string, requestId?: string): ProblemDetails => {
  const word = wordOf(problem)
  return {
    type: problemType(origin, word),
    title: problemTypes[word].title,
    status: problem.status,
    detail: problem.message,
    ...(problem instanceof ApiProblem && problem.field !== undefined && { field: problem.field }),
    ...(requestId !== undefined && { request_id: requestId }),
  }
}

/** Returns the error response for any error below `/api/v1`, in one format whatever its origin; null for other paths. */
export const answerApiProblem = (c: HttpContext, problem: HttpProblem, origin: string): Response | null => {
  if (!isApiPath(c.req.path)) return null
  const body = JSON.stringify(problemDetails(problem, origin, requestIdOf(c)))
  return c.body(body, problem.status, { ...openHeaders, 'Content-Type': 'application/problem+json' })
}
