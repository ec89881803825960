import { type HttpContext, HttpProblem, logOf } from '@corroborate/server-kit/http'
import { isOfStripe } from './open-stripe.ts'

/** Log message if Stripe is unavailable, and message for the waiting user. */
type WhenAway = { log: string; sentence: string }

/** Runs Stripe requests while a user waits. @throws HttpProblem 503 if Stripe is unavailable or rejects the request */
export const askingStripe = async <T>(
  c: HttpContext,
  { log, sentence }: WhenAway,
  work: () => Promise<T>,
): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    if (!isOfStripe(error)) throw error
    logOf(c).warn({ err: error }, log)
    throw new HttpProblem(503, sentence, { retryAfter: 10, cause: error })
  }
}
