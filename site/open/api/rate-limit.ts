import { addressOf, type HttpContext, waitInWords } from '@corroborate/server-kit/http'
import type { Limit, Limits, Taken } from '@corroborate/server-kit/limits'
import { ApiProblem } from './problem.ts'

/**
 * Spends of what an address may ask, and tells it in the headers of the answer, whether it may or not, what it may spend and what is left
 * (`RateLimit-Policy`, `RateLimit`: draft-ietf-httpapi-ratelimit-headers-10).
 * @param policy the limit's name, and its window
 * @param cost how many of its points this call spends, one by default
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

/** What a client is told of a limit: how many points in how many seconds, and how many are left for how many seconds. */
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
