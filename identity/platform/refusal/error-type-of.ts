import type { HttpProblem } from '@corroborate/server-kit/http'
import type { ErrorType } from '@corroborate/wire/errors'
import { Refusal } from './refusal.ts'

/** Maps a problem to an error type of the contract. A refusal has its own; server-kit's problems are mapped. */
export const errorTypeOf = (problem: HttpProblem): ErrorType => {
  if (problem instanceof Refusal) return problem.type
  switch (problem.kind) {
    case 'body-too-large':
    case 'url-too-long':
      return 'request_too_large'
    case 'unsupported-content-type':
      return 'unsupported_media_type'
    case 'cross-origin':
      return 'bad_domain_for_stytch_sdk'
    case 'not-found':
      return 'route_not_found'
    case 'method-not-allowed':
      return 'method_not_allowed'
    case 'too-many-requests':
      return 'too_many_requests'
    case 'unavailable':
      return 'server_unavailable'
    default:
      return problem.status >= 500 ? 'internal_server_error' : 'bad_request'
  }
}
