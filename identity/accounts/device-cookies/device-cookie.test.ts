import { expect, test } from 'vitest'
import { createDeviceCookie } from './device-cookie.ts'

const { secretIn, headerFor } = createDeviceCookie('seen', 60_000)
const secret = 'A_-z0'.repeat(9).slice(0, 43)

/** Cookie header that a browser sends back. */
const sent = (userId: string, value: string, secure = true) => headerFor(userId, value, secure).split(';')[0]

test('a device cookie returns the secret of each user who shares a browser', () => {
  const cookies = [sent('ada', secret), 'other=1', sent('bob', secret.toLowerCase())].join('; ')
  expect([secretIn(cookies, 'ada', true), secretIn(cookies, 'bob', true), secretIn(cookies, 'eve', true)]).toEqual([
    secret,
    secret.toLowerCase(),
    null,
  ])
  expect(secretIn(undefined, 'ada', true)).toBeNull()
})

test.each([`${secret}x`, `x${secret}`, secret.slice(1), secret.replace('A', '.'), ''])(
  'no lookup for %j, which cannot be one of our secrets',
  value => {
    expect(secretIn(sent('ada', value), 'ada', true)).toBeNull()
  },
)

test('the device cookie is Secure, sent cross-site over HTTPS only, and partitioned', () => {
  expect(headerFor('ada', secret, true)).toMatch(
    /^__Host-seen-[\w-]{16}=[\w-]{43}; Path=\/; Max-Age=60; HttpOnly; Secure; SameSite=None; Partitioned$/,
  )
  expect(headerFor('ada', secret, false)).toMatch(
    /^seen-[\w-]{16}=[\w-]{43}; Path=\/; Max-Age=60; HttpOnly; SameSite=Lax$/,
  )
  expect(secretIn(sent('ada', secret, false), 'ada', true)).toBeNull()
})
