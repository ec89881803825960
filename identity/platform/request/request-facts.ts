/** What is known of a request apart from what it says. */
export type RequestFacts = {
  /** `request-id-test-…`, as the answer carries it. */
  id: string
  /** Epoch milliseconds: the one clock reading every decision about this request uses. */
  now: number
  address: string
  /** The country it came from in two letters, where a proxy of ours says so (ISO 3166). */
  country?: string | undefined
  /** At most 255 characters; empty when there is none. */
  userAgent: string
  /** The page it was sent by, when a browser says so. */
  origin: string | null
  /** The `Cookie` header, where the edge has read it. */
  cookies?: string | undefined
  /** A captcha came with the request, and was taken. */
  isProved?: true
}
