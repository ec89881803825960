import { addressOf, type HttpContext, requestIdOf } from '@corroborate/server-kit/http'

/** Request metadata, apart from its content. */
export type RequestFacts = {
  /** `request-id-test-…`, as the answer carries it. */
  id: string
  /** Epoch milliseconds: the one clock reading every decision about this request uses. */
  now: number
  address: string
  /** Country code of the client from a trusted proxy (ISO 3166). */
  country?: string | undefined
  /** At most 255 characters; empty when there is none. */
  userAgent: string
  /** Origin of the sending page, if the browser sends it. */
  origin: string | null
  /** The `Cookie` header, where the edge has read it. */
  cookies?: string | undefined
  /** A captcha came with the request, and was taken. */
  isProved?: true
}

/** Extracts the metadata of a page request. */
export const factsOf = (c: HttpContext, now: number): RequestFacts => ({
  id: `request-id-test-${requestIdOf(c)}`,
  now,
  address: addressOf(c),
  userAgent: (c.req.header('User-Agent') ?? '').slice(0, 255),
  origin: null,
})
