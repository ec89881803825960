import { type ErrorType, errorTypes } from '@corroborate/wire/errors'

/** Why a sign-in with an account elsewhere ends without a token, as the provider says it by `error`. */
const endings = [
  'oauth_access_denied',
  'oauth_provider_refused',
  'oauth_provider_unavailable',
  'oauth_state_mismatch',
  'oauth_state_used',
  'oauth_config_not_found',
  'duplicate_oauth_registration',
  'id_token_invalid',
  'id_token_incorrect_audience',
  'id_token_nonce_invalid',
  'id_token_expired',
] as const satisfies readonly ErrorType[]

/** Accounts are never made one: somebody who has two ends one of them, having proved that both are theirs. */
const taken =
  'That login is already linked to another Corroborate account. If both are yours, log in with it, delete that account, then link it here.'

/**
 * The sentence for an `error` that somebody came back with. It is that of the type, and never the `error_description` beside
 * it: people who make a link could otherwise say what they like in our name.
 */
export const socialRefusal = (error: string): string => {
  const known = endings.find(type => type === error)
  if (known === 'duplicate_oauth_registration') return taken
  return known === undefined ? 'Login with the external account failed.' : errorTypes[known].message
}
