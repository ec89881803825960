import { describe, expect, test } from 'vitest'
import { isSecondFactor } from '../second-factor/second-factor.ts'
import { requireRecentFactor, stepUpOf } from './require-recent-factor.ts'

type Asked = Parameters<typeof stepUpOf>[0]

const now = 1_800_000_000_000
const minutesAgo = (minutes: number) => new Date(now - minutes * 60_000).toISOString()
const factor = (type: string, minutes = 0) => ({ type, last_authenticated_at: minutesAgo(minutes) })
const passkey = (user_verified: boolean) => ({ ...factor('webauthn'), webauthn_factor: { user_verified } })

/** A session with these factors, of a user with these authenticator apps, in a project that wants a factor of five minutes. */
const asked = (factors: ReturnType<typeof factor>[], apps: { verified: boolean }[] = []): Asked =>
  ({
    project: { sessions: { recentFactorMinutes: 5 } },
    session: { factors },
    user: { totps: apps },
    now,
  }) as unknown as Asked

const app = { verified: true }
const begun = { verified: false }

describe('sessions that may change sign-in methods', () => {
  test.each([
    ['with a factor of this moment', [factor('password')], []],
    ['with one as old as may be', [factor('password', 5)], []],
    ['with a new one beside an old one', [factor('password', 600), factor('magic_link', 1)], []],
    ['with the app that the user has', [factor('password'), factor('totp', 3)], [app]],
    ['with a recovery code in its place', [factor('recovery_code', 3)], [app]],
    ['with the app used long ago and another factor now', [factor('totp', 600), factor('password')], [app]],
    ['with a passkey that made sure who uses it, in place of the app', [passkey(true)], [app]],
    ['without the app that was begun and never confirmed', [factor('password')], [begun]],
  ])('a session may change sign-in methods %s', (_, factors, apps) => {
    expect(stepUpOf(asked(factors, apps))).toBe('fresh')
    expect(() => requireRecentFactor(asked(factors, apps))).not.toThrow()
  })
})

describe('sessions that may not change sign-in methods', () => {
  test.each([
    ['with a passkey that did not', [passkey(false)], [app], 'second-factor-missing', 'insufficient_factors'],
    ['when its newest factor is too old', [factor('password', 5.001), factor('otp', 9)], [], 'stale', 'stale_factors'],
    ['without the app that the user has', [factor('password')], [app], 'second-factor-missing', 'insufficient_factors'],
    [
      'with one of two apps unused',
      [factor('password')],
      [begun, app],
      'second-factor-missing',
      'insufficient_factors',
    ],
  ] as const)('a session may not change sign-in methods %s', (_, factors, apps, outcome, type) => {
    expect(stepUpOf(asked([...factors], [...apps]))).toBe(outcome)
    expect(() => requireRecentFactor(asked([...factors], [...apps]))).toThrow(expect.objectContaining({ type }))
  })
})

test('only factors requested after another one are second factors', () => {
  const types = ['totp', 'recovery_code', 'password', 'magic_link', 'otp', 'impersonated'] as const
  expect(types.filter(type => isSecondFactor({ type }))).toEqual(['totp', 'recovery_code'])
})
