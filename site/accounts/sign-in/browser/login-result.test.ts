import { describe, expect, test } from 'vitest'
import { loginIn, resultOf } from './login-result.ts'

const user = {
  name: { first_name: 'Ada', middle_name: '', last_name: 'Lovelace' },
  emails: [{ email: 'ada@example.org', verified: true }],
  created_at: '2026-11-21T12:00:00Z',
  updated_at: '2026-11-21T12:00:00Z',
}
const data = { status_code: 200, session_token: 'token', user_id: 'user-test-1', user }

describe('the answer to a login', () => {
  test('of a user made a moment ago is a signup', () => {
    expect(resultOf(data)).toEqual({
      token: 'token',
      userId: 'user-test-1',
      isSignup: true,
      name: 'Ada Lovelace',
      email: 'ada@example.org',
    })
  })

  test('of a user who changed since is a login', () => {
    expect(resultOf({ ...data, user: { ...user, updated_at: '2026-11-21T12:00:01Z' } })?.isSignup).toBe(false)
  })

  test.each([
    ['a first name alone', { first_name: 'Ada', last_name: '' }, 'Ada'],
    ['a last name alone', { first_name: '', last_name: 'Lovelace' }, 'ada@example.org'],
    ['no name', { first_name: '', last_name: '' }, 'ada@example.org'],
  ])('names a user with %s', (_, name, shown) => {
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

describe('an event of the widget', () => {
  test.each([
    ['PASSWORD_AUTHENTICATE', 'password'],
    ['PASSWORD_CREATE', 'password'],
    ['PASSWORD_RESET_BY_EMAIL', 'password'],
    ['OTP_AUTHENTICATE', 'otp'],
  ])('%s is a login by %s', (type, method) => expect(loginIn({ type, data })?.method).toBe(method))

  test.each(['MAGIC_LINK_LOGIN_OR_CREATE', 'OTP_LOGIN_OR_CREATE', 'AUTHENTICATE_FLOW_COMPLETE', 'toString'])(
    '%s is no login',
    type => expect(loginIn({ type, data })).toBeNull(),
  )

  test('without what it takes is no login', () => {
    expect(loginIn({ type: 'PASSWORD_AUTHENTICATE', data: { status_code: 200 } })).toBeNull()
  })
})
