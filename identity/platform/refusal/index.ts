import { type ErrorType, errorTypes } from '@corroborate/wire/errors'

type RefusalOptions = {
  /** Shown to the user instead of the type's own sentence. */
  message?: string | undefined
  /** For refusals that pass with time: seconds after which to try again. */
  retryAfter?: number | undefined
}

/** A request that is refused with an error type of the contract. Thrown anywhere in a handler; a transaction around it rolls back. */
export class Refusal extends Error {
  override name = 'Refusal'
  readonly type: ErrorType
  readonly retryAfter: number | undefined

  constructor(type: ErrorType, { message, retryAfter }: RefusalOptions = {}) {
    super(message ?? errorTypes[type].message)
    this.type = type
    this.retryAfter = retryAfter
  }
}

/** @throws Refusal always. */
export function refuse(type: ErrorType, options?: RefusalOptions): never {
  throw new Refusal(type, options)
}
