import type { ErrorBody, SchemaErrorEntry } from '@corroborate/wire/envelope'

/** Base class of all the client's errors. `message` is for developers, except where a class says otherwise. */
export class SignInError extends Error {
  override name = 'SignInError'
}

/** The caller's mistake, found before any request: a missing or mistyped argument. */
export class UsageError extends SignInError {
  override name = 'UsageError'
}

/** The call acts on a session and there is none. Found before any request. */
export class NoSessionError extends SignInError {
  override name = 'NoSessionError'

  constructor() {
    super('There is no current session. Sign in first.')
  }
}

/** A social sign-in came back that this browser did not begin. Found before any request, with `pkceForOAuth`. */
export class NotBegunHereError extends SignInError {
  override name = 'NotBegunHereError'

  constructor() {
    super('Not started in this browser.')
  }
}

/** The provider is unreachable, or something else responded; see `cause`. Worth retrying later. */
export class ApiUnreachableError extends SignInError {
  override name = 'ApiUnreachableError'
}

/** The provider refused the shape of the request; each entry is one broken rule. */
export class ApiSchemaError extends SignInError {
  override name = 'ApiSchemaError'
  readonly entries: readonly SchemaErrorEntry[]

  constructor(entries: readonly SchemaErrorEntry[]) {
    super(`Invalid request.\n${entries.map(entry => `${entry.dataPath}: ${entry.message}`).join('\n')}`)
    this.entries = entries
  }
}

/** The provider still requires a captcha after a retry with one, or none could be completed. */
export class CaptchaError extends SignInError {
  override name = 'CaptchaError'
}

/** Error response of the provider. `error_message` is a message for the user. */
export class ApiError extends SignInError implements ErrorBody {
  override name = 'ApiError'
  readonly status_code: number
  readonly request_id: string
  readonly error_type: string
  readonly error_message: string
  readonly error_url: string

  constructor({ status_code, request_id, error_type, error_message, error_url }: ErrorBody) {
    super(`[${status_code}] ${error_type}\n${error_message}\nSee ${error_url}\nrequest_id: ${request_id}`)
    this.status_code = status_code
    this.request_id = request_id
    this.error_type = error_type
    this.error_message = error_message
    this.error_url = error_url
  }
}
