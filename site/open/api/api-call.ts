import { addressOf, formatRetryAfter, type HttpContext } from '@corroborate/server-kit/http'
import type { Limit, Limits, Taken } from '@corroborate/server-kit/limits'
import type { z } from 'zod'
import { ApiProblem, type ProblemWord } from './problem.ts'

/** API rate limits by client address. */
export const apiLimits = {
  /** One paper, report, range or page of events. */
  apiRead: { points: 600, perSeconds: 60 },
  /** Searches: each reads the whole index, and may ask outside. */
  apiSearch: { points: 60, perSeconds: 60 },
  /** Papers of batches, a thousand of which cost a quarter of a second. */
  apiBatch: { points: 20_000, perSeconds: 60 },
  /** Bibliographies that are checked, each as work for a second. */
  apiCheck: { points: 60, perSeconds: 10 * 60 },
} as const

type Name = keyof typeof apiLimits

/** The limits of the API as other features get them: its own feature brings them. */
export type WithApiLimits = { limits: Pick<Limits<Name>, 'take'> }

/** Returns a limit with its name, for responses and documentation. */
export const apiLimit = <const N extends Name>(name: N) => ({ name, ...apiLimits[name] })

/**
 * Consumes rate limit points of a client address and reports the limit in the response headers, including on rejection (`RateLimit-Policy`,
 * `RateLimit`: draft-ietf-httpapi-ratelimit-headers-10).
 * @param policy the limit's name, and its window
 * @param cost points of this request, one by default
 * @throws ApiProblem `too-many-requests`, with `Retry-After`
 */
export const spend = async <Name extends string>(
  c: HttpContext,
  limits: Pick<Limits<Name>, 'take'>,
  { name, perSeconds }: { name: Name } & Pick<Limit, 'perSeconds'>,
  cost = 1,
): Promise<void> => {
  const taken = await limits.take(name, { address: addressOf(c) }, cost)
  const headers = rateLimitHeaders({ name, perSeconds }, taken)
  if (taken.kind === 'refused') {
    const { retryAfterSeconds } = taken
    const detail = `This address has asked too often. Try again ${formatRetryAfter(retryAfterSeconds)}.`
    throw new ApiProblem('too-many-requests', detail, { retryAfter: retryAfterSeconds, headers })
  }
  for (const [header, value] of Object.entries(headers)) c.header(header, value)
}

/** Returns the rate limit headers: points and window in seconds, and remaining points with their reset in seconds. */
export const rateLimitHeaders = (
  { name, perSeconds }: { name: string } & Pick<Limit, 'perSeconds'>,
  taken: Taken,
): { 'RateLimit-Policy': string; RateLimit: string } => {
  const left = taken.kind === 'allowed' ? taken.remaining : 0
  const seconds = taken.kind === 'allowed' ? taken.resetSeconds : taken.retryAfterSeconds
  return {
    'RateLimit-Policy': `"${name}";q=${taken.points};w=${perSeconds}`,
    RateLimit: `"${name}";r=${left};t=${seconds}`,
  }
}

/** A call of the API, as its document and its page describe it. The call itself answers by the same schemas. */
export type ApiCall = {
  /** Its name in the document, such as `getPaper`. */
  id: string
  method: 'get' | 'post'
  /** Below `/api/v1`, with its parameters in braces: `/papers/{doi}`. */
  path: string
  summary: string
  /** Plain text, in paragraphs parted by an empty line. */
  description: string
  parameters: readonly ApiParameter[]
  body?: z.ZodType
  /** Media types in which the body may be sent as a plain text instead. */
  textBodies?: readonly string[]
  answer: z.ZodType
  /** True if responses name the next page in a `Link` header. */
  isPaged?: true
  /** Its media type, where that is not `application/json`. */
  answerType?: string
  /** Errors beyond those common to all endpoints. */
  problems: readonly ProblemWord[]
  limit: { name: string } & Limit
  /** Null where a fresh site has nothing to return: the page then takes an example from what readers have submitted. */
  example: ApiExample | null
}

/** A request about the starter corpus, so that it succeeds on a fresh site. A test sends it and compares `answer`. */
export type ApiExample = {
  /** Below `/api/v1`. */
  path: string
  body?: object
  /** Code that sends it, where more than one request is needed. */
  code?: Examples
  /** An excerpt of the response; `{origin}` stands for the origin of the site. */
  answer: object
}

/** The languages that each call has an example in. */
export const exampleLanguages = ['curl', 'JavaScript', 'Python', 'R'] as const
export type ExampleLanguage = (typeof exampleLanguages)[number]

/** The code of an example in each language. `base`: the address of the API, without a slash at its end. */
export type Examples = (base: string) => Readonly<Record<ExampleLanguage, string>>

export type ApiParameter = {
  name: string
  in: 'path' | 'query'
  required: boolean
  description: string
  schema: z.ZodType
}
