import { expect, test } from 'vitest'
import { socialError } from './authenticate-calls.ts'

test('canceling at the social provider shows a message', () => {
  expect(socialError('oauth_access_denied')).toBe('The sign-in was cancelled.')
})

test('a provider account linked elsewhere shows how to link it', () => {
  expect(socialError('duplicate_oauth_registration')).toMatch(/If both are yours, .* link it here\.$/)
})

test.each(['', 'constructor', 'access_denied', 'reset_password', '<script>alert(1)</script>', 'Call +1 415 555 0100'])(
  '"%s" shows no message',
  error => expect(socialError(error)).toBe('Login with the external account failed.'),
)
