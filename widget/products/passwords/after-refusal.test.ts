import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { isBreached, isDeadToken, mailScreenAfter } from './send-password.ts'

const refused = (error_type: string) => Object.assign(new Error('refused'), { error_type })

describe('step after a rejected password', () => {
  test.each(['create', 'authenticate'] as const)('%s requiring a reset leads to the email verification', attempted => {
    expect(mailScreenAfter(attempted, refused('reset_password'))).toBe('PasswordDedupe')
  })

  test('a breached account password leads to the email about the breach', () => {
    expect(mailScreenAfter('authenticate', refused('breached_password'))).toBe('PasswordBreached')
  })

  test('a breached new password shows the form again', () => {
    expect(mailScreenAfter('create', refused('breached_password'))).toBeNull()
  })

  test.each([refused('unauthorized_credentials'), refused('weak_password'), new TypeError('offline'), 'x', null])(
    'any other error shows the form again: %s',
    error => expect(mailScreenAfter('authenticate', error)).toBeNull(),
  )
})

describe('breach check of a rejected password', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  test.each([true, false])('the result follows the strength check: %s', async breached_password => {
    expect(await isBreached(Promise.resolve({ breached_password }))).toBe(breached_password)
    expect(vi.getTimerCount()).toBe(0)
  })

  test('the result is unknown without a strength check', async () => {
    expect(await isBreached(Promise.reject(new TypeError('offline')))).toBe(false)
    expect(await isBreached(Promise.resolve({} as never))).toBe(false)
  })

  test('the strength check times out', async () => {
    const told = isBreached(new Promise(() => {}))
    await vi.advanceTimersByTimeAsync(3_000)
    expect(await told).toBe(false)
  })
})

describe('magic link token', () => {
  test.each(['unable_to_auth_password_reset_token', 'unable_to_auth_magic_link', 'pkce_mismatch'])(
    'the token is unusable after %s',
    type => expect(isDeadToken(refused(type))).toBe(true),
  )

  test.each([refused('weak_password'), refused('too_many_requests'), new TypeError('offline')])(
    'the token may still work after %s',
    error => expect(isDeadToken(error)).toBe(false),
  )
})
