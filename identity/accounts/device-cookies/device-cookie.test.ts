import { expect, test } from 'vitest'
import { createDeviceCookie } from './device-cookie.ts'

const { secretIn, headerFor } = createDeviceCookie('seen', 60_000)
const secret = 'A_-z0'.repeat(9).slice(0, 43)

/** Cookie header that a browser sends back. */
const sent = (userId: string, value: string, secure = true) => headerFor(userId, value, secure).split(';')[0]

test('finds the secret of each user who shares a browser', () => {
  const cookies = [sent('ada', secret), 'other=1', sent('bob', secret.toLowerCase())].join('; ')
  expect([secretIn(cookies, 'ada', true), secretIn(cookies, 'bob', true), secretIn(cookies, 'eve', true)]).toEqual([
    secret,
    secret.toLowerCase(),
    null,
  ])
  expect(secretIn(undefined, 'ada', true)).toBeNull()
})

test.each([`${secret}x`, `x${secret}`, secret.slice(1), secret.replace('A', '.'), ''])(
  'does not look for %j, which no secret of ours looks like',
  value => {
    expect(secretIn(sent('ada', value), 'ada', true)).toBeNull()
  },
)

test('is sent from pages of other sites by https alone, and is kept apart for each', () => {
  expect(headerFor('ada', secret, true)).toMatch(
    /^__Host-seen-[\w-]{16}=[\w-]{43}; Path=\/; Max-Age=60; HttpOnly; Secure; SameSite=None; Partitioned$/,
  )
  expect(headerFor('ada', secret, false)).toMatch(
    /^seen-[\w-]{16}=[\w-]{43}; Path=\/; Max-Age=60; HttpOnly; SameSite=Lax$/,
  )
  expect(secretIn(sent('ada', secret, false), 'ada', true)).toBeNull()
})
