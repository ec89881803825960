import { ApiError, ApiUnreachableError, NotBegunHereError } from '@corroborate/widget/client'
import { errorTypes } from '@corroborate/wire/errors'
import { expect, test } from 'vitest'
import { callbackError } from './landing-form.ts'

const refused = (error_type: keyof typeof errorTypes): ApiError =>
  new ApiError({
    status_code: errorTypes[error_type].status,
    request_id: 'request-id-test-1',
    error_type,
    error_message: errorTypes[error_type].message,
    error_url: 'https://identity.example.org/errors',
  })

test.each([
  ['that no sign-in of this browser belongs to', new NotBegunHereError()],
  ['of another browser', refused('pkce_mismatch')],
  ['that was asked for without a key', refused('pkce_did_not_expect_code_verifier')],
])('a token %s is rejected permanently with an explanation', (_, error) => {
  expect(callbackError(error)).toEqual({
    sentence: expect.stringContaining('started in another browser'),
    isRefused: true,
  })
})

test('a used token shows the provider’s error message', () => {
  expect(callbackError(refused('oauth_token_not_found'))).toEqual({
    sentence: 'The sign-in was used already or has expired. Please try again.',
    isRefused: true,
  })
})

test('a temporary failure can be retried', () => {
  expect(callbackError(new ApiUnreachableError('No answer.')).isRefused).toBe(false)
})

test.each(['server_unavailable', 'too_many_requests', 'internal_server_error'] as const)(
  'after %s the same token can be retried, with an explanation',
  type => {
    expect(callbackError(refused(type))).toEqual({ sentence: errorTypes[type].message, isRefused: false })
  },
)

test.each(['unable_to_auth_magic_link', 'oauth_token_not_found'] as const)('%s is permanent', type => {
  expect(callbackError(refused(type)).isRefused).toBe(true)
})
