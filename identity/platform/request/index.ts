/** What is known of a request besides what it says. */
export type RequestFacts = {
  /** `request-id-test-…`, as the answer carries it. */
  id: string
  /** Epoch milliseconds: the one clock reading every decision about this request uses. */
  now: number
  address: string
  /** At most 255 characters; empty when there is none. */
  userAgent: string
  /** The page it was sent by, when a browser says so. */
  origin: string | null
  /** A captcha came with the request, and was taken. */
  isProved?: true
}
