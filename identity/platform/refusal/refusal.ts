import { formatRetryAfter, HttpProblem } from '@corroborate/server-kit/http'
import { type ErrorType, errorTypes } from '@corroborate/wire/errors'
import { captchaRequiredText } from '@corroborate/wire/headers'

type RefusalOptions = {
  /** Shown to the user instead of the type's default message. */
  message?: string | undefined
  /** For refusals that pass with time: seconds after which to try again. */
  retryAfter?: number | undefined
}

/**
 * A request that is refused with an error type of the contract. Thrown anywhere in a handler, of a call or of a page; a
 * transaction around it rolls back.
 */
export class Refusal extends HttpProblem {
  override name = 'Refusal'
  readonly type: ErrorType

  constructor(type: ErrorType, { message, retryAfter }: RefusalOptions = {}) {
    super(errorTypes[type].status, message ?? sentenceOf(type, retryAfter), {
      retryAfter,
      // Clients retry with a captcha only if the response is plain text (WIRE.md §8).
      plainText: type === 'captcha_required' ? captchaRequiredText : undefined,
    })
    this.type = type
  }
}

/** Returns the type's default message. If the retry time is known, it is included: "in a moment" may be tomorrow. */
const sentenceOf = (type: ErrorType, retryAfter: number | undefined): string => {
  const { message } = errorTypes[type]
  return retryAfter === undefined
    ? message
    : message.replace(/\b(?:in a moment|later)\.$/, `${formatRetryAfter(retryAfter)}.`)
}

/** @throws Refusal always. */
export function refuse(type: ErrorType, options?: RefusalOptions): never {
  throw new Refusal(type, options)
}
