import { type HttpContext, HttpProblem, logOf } from '@corroborate/server-kit/http'
import { isOfStripe } from './open-stripe.ts'

/** What is logged when Stripe does not answer, and the sentence that the person who waits reads. */
type WhenAway = { log: string; sentence: string }

/** Does work that asks Stripe while somebody waits. @throws HttpProblem 503 when Stripe cannot be asked, or refuses */
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
