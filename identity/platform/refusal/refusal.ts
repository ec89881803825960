import { HttpProblem, waitInWords } from '@corroborate/server-kit/http'
import { type ErrorType, errorTypes } from '@corroborate/wire/errors'
import { captchaRequiredText } from '@corroborate/wire/headers'

type RefusalOptions = {
  /** Shown to the user instead of the type's own sentence. */
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
      // Clients try again with a proof only when they are told so in plain text (WIRE.md §8).
      plainText: type === 'captcha_required' ? captchaRequiredText : undefined,
    })
    this.type = type
  }
}

/** The type's own sentence; where one knows when to come back, it says so: "in a moment" may be tomorrow. */
const sentenceOf = (type: ErrorType, retryAfter: number | undefined): string => {
  const { message } = errorTypes[type]
  return retryAfter === undefined
    ? message
    : message.replace(/\b(?:in a moment|later)\.$/, `${waitInWords(retryAfter)}.`)
}

/** @throws Refusal always. */
export function refuse(type: ErrorType, options?: RefusalOptions): never {
  throw new Refusal(type, options)
}
