import type { ErrorType } from '@corroborate/wire/errors'
import { refuse } from '../../platform/refusal/index.ts'

const types: Readonly<Record<string, ErrorType>> = {
  invalid_client: 'connected_app_not_found',
  invalid_redirect_uri: 'connected_app_supplied_redirect_url_not_found_in_client',
  unsupported_response_type: 'unsupported_response_type',
  invalid_scope: 'invalid_scope',
  invalid_target: 'invalid_target',
  login_required: 'stale_factors',
  server_error: 'internal_server_error',
}

/** Maps a protocol error to one of the contract. The message is the contract's; details of the protocol error are for developers. */
export const errorTypeFor = (error: string, description: string): ErrorType => {
  if (error === 'invalid_request' && description.includes('PKCE')) return 'pkce_required_for_idp_authorization_flow'
  return types[error] ?? 'invalid_idp_authorization_request'
}

/** @throws Refusal always */
export const refuseRequest = ({ error, description }: { error: string; description: string }): never => {
  const type = errorTypeFor(error, description)
  if (type === 'invalid_idp_authorization_request' && description !== '') {
    refuse(type, { message: `The request of the application could not be understood: ${description}.` })
  }
  return refuse(type)
}
