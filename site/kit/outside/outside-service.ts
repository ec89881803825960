import { createSingleFlight } from '@corroborate/server-kit/single-flight'
import { createAttempts, type OutsideAnswer, type OutsideCall, type SentAnswer } from './attempt.ts'
import { createBreaker } from './breaker.ts'

/** The identity provider as an external service. It is our own and users wait for it, so the backoff is short. */
export const identityService = { name: 'The identity provider', failurePause: 100 } as const

export type OutsideService = {
  /**
   * GETs a URL of the service; `patience` is the longest it may take in all, in ms. Calls for one URL at the same time
   * are one call. Tries twice, unless the first try used up the patience; an error of the server (5xx) is `unavailable`.
   */
  get: (url: URL, patience: number) => Promise<OutsideAnswer>
  /**
   * Sends a request that is not a plain lookup; `patience` is the total timeout, in ms. Tries once, or twice if `again` marks it as
   * idempotent. Redirects are not followed, and a rejection (403, 429) is returned, since it concerns the client on whose behalf we call.
   */
  send: (url: URL, request: OutsideCall, patience: number) => Promise<SentAnswer>
  /** False while the breaker is open: a call would be answered `unavailable` at once. */
  isReachable: () => boolean
}

export type OutsideServiceOptions = {
  /** For the sentences that are logged. */
  name: string
  userAgent: string
  /** Largest body that is read, in bytes. Default: 5 MB. */
  largestBody?: number
  /** Default backoff after a rejection without Retry-After, in ms. Default: a minute. */
  usualPause?: number
  /** Backoff after five consecutive failures, in ms. Default: half a minute. */
  failurePause?: number
  /** Called when the circuit breaker opens or closes. */
  onChange?: (sentence: string) => void
  now: () => number
}

const megabyte = 2 ** 20

/**
 * Client for an external service that may be slow, broken or rejecting requests. Five consecutive failures open the circuit for 30 seconds.
 * After that, single requests probe it until one succeeds. A rejection pauses requests for as long as its Retry-After says.
 */
export const createOutsideService = ({
  name,
  userAgent,
  largestBody = 5 * megabyte,
  usualPause = 60_000,
  failurePause = 30_000,
  onChange = () => {},
  now,
}: OutsideServiceOptions): OutsideService => {
  const attempts = createAttempts({ name, userAgent, largestBody, usualPause, now })
  const breaker = createBreaker({
    now,
    pause: failurePause,
    onChange: open => onChange(`${name} is ${open ? 'not asked for a while' : 'asked again'}.`),
  })
  const calls = createSingleFlight<string, OutsideAnswer>()
  const silent = { kind: 'unavailable', reason: `${name} did not answer lately` } as const
  /** The last rejection and the end of its pause. */
  let refusal = { status: 429, until: 0 }

  const call = async (url: URL, patience: number): Promise<OutsideAnswer> => {
    if (!breaker.mayCall()) return now() < refusal.until ? { kind: 'refused', status: refusal.status } : silent
    const deadline = performance.now() + patience
    let answer = await attempts.get(url, deadline)
    if (answer.kind === 'unavailable' && isTimeLeft(deadline, patience)) {
      await new Promise(resolve => setTimeout(resolve, Math.min(100 + Math.random() * 100, patience / 10)))
      answer = await attempts.get(url, deadline)
    }
    if (answer.kind === 'refused') {
      refusal = { status: answer.status, until: now() + answer.retryAfter }
      breaker.openFor(answer.retryAfter)
      return { kind: 'refused', status: answer.status }
    }
    if (answer.kind === 'answer') breaker.succeeded()
    else breaker.failed()
    return answer
  }

  const send = async (url: URL, request: OutsideCall, patience: number): Promise<SentAnswer> => {
    if (!breaker.mayCall()) return silent
    const deadline = performance.now() + patience
    let answer = await attempts.send(url, request, deadline)
    if (answer.kind === 'unavailable' && request.again === true && isTimeLeft(deadline, patience))
      answer = await attempts.send(url, request, deadline)
    if (answer.kind === 'answer') breaker.succeeded()
    else breaker.failed()
    return answer
  }

  return {
    get(url, patience) {
      const known = calls.pending(url.href)
      return known === undefined ? calls.run(url.href, () => call(url, patience)) : joined(known, patience)
    },
    send,
    isReachable: () => breaker.isClosed(),
  }
}

/** True if enough of the timeout is left for a retry. */
const isTimeLeft = (deadline: number, patience: number): boolean => deadline - performance.now() > patience / 3

/** Joins a pending request, which may have a longer timeout than the joining caller. */
const joined = async (answer: Promise<OutsideAnswer>, patience: number): Promise<OutsideAnswer> => {
  const { promise, resolve } = Promise.withResolvers<OutsideAnswer>()
  const timer = setTimeout(resolve, patience, { kind: 'unavailable', reason: 'no answer in time' })
  try {
    return await Promise.race([answer, promise])
  } finally {
    clearTimeout(timer)
  }
}
