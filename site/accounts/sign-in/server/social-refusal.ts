import { type ErrorType, errorTypes } from '@corroborate/wire/errors'

/** Reasons why a social sign-in ends without a token, by the provider's `error`. */
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

/** Accounts are never merged: a user with two deletes one, after verifying that both are theirs. */
const taken =
  'That login is already linked to another Corroborate account. If both are yours, log in with it, delete that account, then link it here.'

/**
 * Returns the message for a callback's `error`. It is always the type's own and never `error_description`, which crafted links could set to
 * any text in our name.
 */
export const socialRefusal = (error: string): string => {
  const known = endings.find(type => type === error)
  if (known === 'duplicate_oauth_registration') return taken
  return known === undefined ? 'Login with the external account failed.' : errorTypes[known].message
}
