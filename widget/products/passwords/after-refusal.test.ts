import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { isBreached, isDeadToken, mailScreenAfter } from './after-refusal.ts'

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

describe('whether a refused password is known from a breach', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  test.each([true, false])('is what its grade says: %s', async breached_password => {
    expect(await isBreached(Promise.resolve({ breached_password }))).toBe(breached_password)
    expect(vi.getTimerCount()).toBe(0)
  })

  test('is not known where there is no grade', async () => {
    expect(await isBreached(Promise.reject(new TypeError('offline')))).toBe(false)
    expect(await isBreached(Promise.resolve({} as never))).toBe(false)
  })

  test('is not waited for longer than a person would', async () => {
    const told = isBreached(new Promise(() => {}))
    await vi.advanceTimersByTimeAsync(3_000)
    expect(await told).toBe(false)
  })
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
