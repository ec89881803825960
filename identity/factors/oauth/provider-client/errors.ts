import { messageOf } from '@corroborate/server-kit/error-message'
import type { ErrorType } from '@corroborate/wire/errors'
import * as oauth from 'oauth4webapi'

/** Reason why a provider's response was rejected. The type is for the page, the message for the log. */
export class ProviderError extends Error {
  override name = 'ProviderError'
  readonly type: ErrorType

  constructor(type: ErrorType, message: string, cause?: unknown) {
    super(message, { cause })
    this.type = type
  }
}

/** Error codes of providers that do not know the client, or the code. GitHub has codes of its own. */
const clientErrors: ReadonlySet<string> = new Set([
  'invalid_client',
  'unauthorized_client',
  'incorrect_client_credentials',
])
const codeErrors: ReadonlySet<string> = new Set(['invalid_grant', 'bad_verification_code'])

/** A provider's verdict on our client. `unknown` if it doesn't reveal it. */
export type ClientVerdict = 'accepted' | 'refused' | 'unknown'

/** Infers from the error for an invalid code if the provider knows our client. Pure. */
export const clientVerdictOf = (error: unknown): ClientVerdict => {
  const { cause } = error instanceof Error ? error : {}
  const said = cause instanceof oauth.ResponseBodyError ? cause.error : ''
  if (clientErrors.has(said)) return 'refused'
  return codeErrors.has(said) ? 'accepted' : 'unknown'
}

/**
 * The answer at our redirect URI, after `state` and `iss` were checked.
 * @throws ProviderError when they are wrong, or the answer is an error
 */
export const validated = (
  server: oauth.AuthorizationServer,
  client: oauth.Client,
  parameters: URLSearchParams,
  state: string,
): URLSearchParams => {
  try {
    return oauth.validateAuthResponse(server, client, parameters, state)
  } catch (error) {
    if (!(error instanceof oauth.AuthorizationResponseError)) {
      throw new ProviderError('oauth_state_mismatch', 'the answer is not from the provider that was asked', error)
    }
    // LinkedIn returns `user_cancelled_login`.
    const isRefusal = /^(access_denied|user_cancelled_\w+|user_denied|consent_required)$/.test(error.error)
    throw new ProviderError(isRefusal ? 'oauth_access_denied' : 'oauth_provider_refused', error.error, error)
  }
}

/** Throws the refusal of a code or of our credentials as a ProviderError, and any other error as it is. */
export const asRefusal = (error: unknown): never => {
  if (!(error instanceof oauth.ResponseBodyError)) throw error
  const isOurs = clientErrors.has(error.error)
  throw new ProviderError(isOurs ? 'invalid_client' : 'oauth_provider_refused', error.error, error)
}

/** Throws every error as a ProviderError: no answer, a slow one, HTML, a profile without an id. */
export const asProviderError = (error: unknown): never => {
  if (error instanceof ProviderError) throw error
  const message = messageOf(error)
  throw new ProviderError('oauth_provider_unavailable', message, error)
}
