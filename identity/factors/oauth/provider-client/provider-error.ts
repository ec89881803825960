import type { ErrorType } from '@corroborate/wire/errors'

/** Reason why a provider's response was rejected. The type is for the page, the message for the log. */
export class ProviderError extends Error {
  override name = 'ProviderError'
  readonly type: ErrorType

  constructor(type: ErrorType, message: string, cause?: unknown) {
    super(message, { cause })
    this.type = type
  }
}
