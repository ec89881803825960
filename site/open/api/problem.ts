import { type HttpContext, HttpProblem, requestIdOf } from '@corroborate/server-kit/http'
import { isApiPath } from '../../kit/doi/index.ts'
import { apiPaths } from './api-paths.ts'
import { openHeaders } from './open-headers.ts'
import type { ProblemDetails } from './schemas.ts'

/** Everything that can be wrong, by the word at the end of its `type`: its title, and what a client can do about it. */
export const problemTypes = {
  'bad-request': {
    title: 'The request is not right',
    help: 'Correct what the detail says; the same request fails again.',
  },
  'unknown-field': {
    title: 'There is no such field',
    help: 'A parameter of the query or a field of the body is unknown. `field` names it: a word that is misspelled would otherwise be ignored in silence.',
  },
  'not-a-doi': {
    title: 'This is no DOI',
    help: 'No paper can be named so. Look for the paper by its title with /search.',
  },
  'unknown-paper': {
    title: 'No source knows this paper',
    help: 'The DOI is well formed, every source was asked, and none has such a paper. It may be new: ask again in a day.',
  },
  'unknown-report': { title: 'There is no such report', help: 'No approved report has this hash.' },
  'unknown-cursor': {
    title: 'This place in the list is unknown',
    help: 'The cursor is none of ours, or of a list that is no more. Begin again without `since`.',
  },
  'not-found': { title: 'There is nothing at this address', help: 'See the calls on this page.' },
  'method-not-allowed': {
    title: 'This address has no such method',
    help: 'The header `Allow` names those that it has.',
  },
  'too-large': { title: 'The request is too large', help: 'Send less at once.' },
  unreadable: {
    title: 'The bibliography cannot be read',
    help: 'The detail says why. What can be read is named at /check.',
  },
  'unsupported-content-type': { title: 'The body is of another type', help: 'Send application/json.' },
  'too-many-requests': {
    title: 'Too many requests',
    help: 'Wait as long as `Retry-After` says. `RateLimit` says in every answer how much is left.',
  },
  unavailable: {
    title: 'Not to be answered right now',
    help: 'Nothing is said about the paper: sources, or this site, do not answer. Ask again after `Retry-After`.',
  },
  unexpected: { title: 'Something went wrong on our side', help: 'Try again; if it stays, tell us the request id.' },
} as const satisfies Readonly<Record<string, { title: string; help: string }>>

export type ProblemWord = keyof typeof problemTypes

/** The address that a problem's `type` is, on the site at `origin`; it leads to what is said of it on `/api`. */
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

/** Throw it in a call below `/api/v1` to answer with problem details (RFC 9457). `detail` says what happened, in a sentence. */
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

/** The answer to whatever went wrong below `/api/v1`: the same form for every refusal, wherever it comes from; null for other addresses. */
export const answerApiProblem = (c: HttpContext, problem: HttpProblem, origin: string): Response | null => {
  if (!isApiPath(c.req.path)) return null
  const body = JSON.stringify(problemDetails(problem, origin, requestIdOf(c)))
  return c.body(body, problem.status, { ...openHeaders, 'Content-Type': 'application/problem+json' })
}
