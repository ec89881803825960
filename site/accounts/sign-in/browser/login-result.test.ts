import { describe, expect, test } from 'vitest'
import { loginIn, resultOf } from './login-result.ts'

const user = {
  name: { first_name: 'Ada', middle_name: '', last_name: 'Lovelace' },
  emails: [{ email: 'ada@example.org', verified: true }],
  created_at: '2026-11-21T12:00:00Z',
  updated_at: '2026-11-21T12:00:00Z',
}
const data = { status_code: 200, session_token: 'token', user_id: 'user-test-1', user }

describe('login result', () => {
  test('a user created a moment ago counts as a signup', () => {
    expect(resultOf(data)).toEqual({
      token: 'token',
      userId: 'user-test-1',
      isSignup: true,
      name: 'Ada Lovelace',
      email: 'ada@example.org',
    })
  })

  test('a user changed since creation counts as a login', () => {
    expect(resultOf({ ...data, user: { ...user, updated_at: '2026-11-21T12:00:01Z' } })?.isSignup).toBe(false)
  })

  test.each([
    ['a first name alone', { first_name: 'Ada', last_name: '' }, 'Ada'],
    ['a last name alone', { first_name: '', last_name: 'Lovelace' }, 'ada@example.org'],
    ['no name', { first_name: '', last_name: '' }, 'ada@example.org'],
  ])('the display name of a user with %s is derived', (_, name, shown) => {
    expect(resultOf({ ...data, user: { ...user, name: { ...name, middle_name: '' } } })?.name).toBe(shown)
  })

  test.each([
    null,
    undefined,
    'text',
    {},
    { ...data, status_code: 201 },
    { ...data, session_token: '' },
    { ...data, user: undefined },
  ])('%j is none', value => expect(resultOf(value)).toBeNull())
})

describe('widget event', () => {
  test.each([
    ['PASSWORD_AUTHENTICATE', 'password'],
    ['PASSWORD_CREATE', 'password'],
    ['PASSWORD_RESET_BY_EMAIL', 'password'],
    ['OTP_AUTHENTICATE', 'otp'],
  ])('%s is a login by %s', (type, method) => expect(loginIn({ type, data })?.method).toBe(method))

  test.each(['MAGIC_LINK_LOGIN_OR_CREATE', 'OTP_LOGIN_OR_CREATE', 'AUTHENTICATE_FLOW_COMPLETE', 'toString'])(
    '%s is not a login',
    type => expect(loginIn({ type, data })).toBeNull(),
  )

  test('an event without the required data is not a login', () => {
    expect(loginIn({ type: 'PASSWORD_AUTHENTICATE', data: { status_code: 200 } })).toBeNull()
  })
})
