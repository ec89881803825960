import * as oauth from 'oauth4webapi'
import { ProviderError } from './provider-error.ts'

/** How providers say that they do not know the client, or the code. GitHub has words of its own. */
const clientErrors: ReadonlySet<string> = new Set([
  'invalid_client',
  'unauthorized_client',
  'incorrect_client_credentials',
])
const codeErrors: ReadonlySet<string> = new Set(['invalid_grant', 'bad_verification_code'])

/** Whether a provider knows our client; `unknown` when it does not say. */
export type ClientVerdict = 'accepted' | 'refused' | 'unknown'

/** What the error tells with which a provider refused a code that nobody has. Pure. */
export const clientVerdictOf = (error: unknown): ClientVerdict => {
  const { cause } = error instanceof Error ? error : {}
  const said = cause instanceof oauth.ResponseBodyError ? cause.error : ''
  if (clientErrors.has(said)) return 'refused'
  return codeErrors.has(said) ? 'accepted' : 'unknown'
}

/** The answer at our redirect URI, once `state` and `iss` fit, and it is no error. */
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
    // LinkedIn says `user_cancelled_login`.
    const isRefusal = /^(access_denied|user_cancelled_\w+|user_denied|consent_required)$/.test(error.error)
    throw new ProviderError(isRefusal ? 'oauth_access_denied' : 'oauth_provider_refused', error.error, error)
  }
}

/** The provider refused the code or our credentials. */
export const asRefusal = (error: unknown): never => {
  if (!(error instanceof oauth.ResponseBodyError)) throw error
  const isOurs = clientErrors.has(error.error)
  throw new ProviderError(isOurs ? 'invalid_client' : 'oauth_provider_refused', error.error, error)
}

/** Whatever else went wrong: no answer, a slow one, HTML, a profile without an id. */
export const asProviderError = (error: unknown): never => {
  if (error instanceof ProviderError) throw error
  const message = error instanceof Error ? error.message : String(error)
  throw new ProviderError('oauth_provider_unavailable', message, error)
}
