import { addressOf, type HttpContext, waitInWords } from '@corroborate/server-kit/http'
import type { Limit, Limits, Taken } from '@corroborate/server-kit/limits'
import { ApiProblem } from './problem.ts'

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
    const detail = `This address has asked too often. Try again ${waitInWords(retryAfterSeconds)}.`
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
