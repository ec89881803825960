import { describe, expect, test } from 'vitest'
import { isDeadToken, mailScreenAfter } from './after-refusal.ts'

const refused = (error_type: string) => Object.assign(new Error('refused'), { error_type })

describe('after a refused password comes', () => {
  test.each(['create', 'authenticate'] as const)(
    'the mail that proves who it is, when %s asks for a reset',
    attempted => {
      expect(mailScreenAfter(attempted, refused('reset_password'))).toBe('PasswordDedupe')
    },
  )

  test('the mail about the leak, when the password of an account is known from one', () => {
    expect(mailScreenAfter('authenticate', refused('breached_password'))).toBe('PasswordBreached')
  })

  test('the form again, when only a new password is known from a leak', () => {
    expect(mailScreenAfter('create', refused('breached_password'))).toBeNull()
  })

  test.each([refused('unauthorized_credentials'), refused('weak_password'), new TypeError('offline'), 'x', null])(
    'the form again for anything else: %s',
    error => expect(mailScreenAfter('authenticate', error)).toBeNull(),
  )
})

describe('the token of a mailed link', () => {
  test.each(['unable_to_auth_password_reset_token', 'unable_to_auth_magic_link', 'pkce_mismatch'])(
    'is dead after %s',
    type => expect(isDeadToken(refused(type))).toBe(true),
  )

  test.each([refused('weak_password'), refused('too_many_requests'), new TypeError('offline')])(
    'may still work after %s',
    error => expect(isDeadToken(error)).toBe(false),
  )
})
