import { addressOf, type HttpContext, requestIdOf } from '@corroborate/server-kit/http'
import type { RequestFacts } from './request-facts.ts'

/** Extracts the metadata of a page request. */
export const factsOf = (c: HttpContext, now: number): RequestFacts => ({
  id: `request-id-test-${requestIdOf(c)}`,
  now,
  address: addressOf(c),
  userAgent: (c.req.header('User-Agent') ?? '').slice(0, 255),
  origin: null,
})
