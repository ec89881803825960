import type { AuthenticationFactor, User } from '@corroborate/wire/types'
import { describe, expect, test } from 'vitest'
import { acrValues, proofOf } from './adapter.ts'
import { claimsOf, claimsWith } from './issuer.ts'

const at = '2026-11-25T12:00:00Z'
const factor = (type: string, more: object = {}) =>
  ({ type, delivery_method: 'email', last_authenticated_at: at, ...more }) as AuthenticationFactor
const passkey = (user_verified: boolean) =>
  factor('webauthn', { delivery_method: 'webauthn_registration', webauthn_factor: { user_verified } })
const totp = factor('totp', { delivery_method: 'authenticator_app' })
const password = factor('password', { delivery_method: 'knowledge' })

describe('amr and acr of a session', () => {
  const [one, two] = acrValues
  test.each<[string, AuthenticationFactor[], string, string[]]>([
    ['nothing', [], one, []],
    ['a password', [password], one, ['pwd']],
    ['a mailed code', [factor('otp')], one, ['otp']],
    ['a code by SMS', [factor('otp', { delivery_method: 'sms' })], one, ['sms']],
    ['a code by WhatsApp', [factor('otp', { delivery_method: 'whatsapp' })], one, ['sms']],
    ['a mailed link', [factor('magic_link')], one, ['otp']],
    ['a wallet', [factor('signature_challenge')], one, ['pop']],
    ['another provider', [factor('oauth')], one, ['fed']],
    ['an operator in their place', [factor('impersonated')], one, ['fed']],
    ['a mailed link and a code of the mail', [factor('magic_link'), factor('otp')], one, ['otp']],
    ['a passkey that asked for nothing', [passkey(false)], one, ['pop']],
    ['a passkey that asked who they are', [passkey(true)], two, ['pop', 'user', 'mfa']],
    ['an app alone', [totp], one, ['otp']],
    ['a password and an app', [password, totp], two, ['pwd', 'otp', 'mfa']],
    ['a recovery code in place of the app', [password, factor('recovery_code')], two, ['pwd', 'otp', 'mfa']],
    ['a password and a passkey that asked for nothing', [password, passkey(false)], one, ['pwd', 'pop']],
  ])('amr and acr after signing in by %s', (_, factors, acr, amr) =>
    expect(proofOf(factors)).toMatchObject({ acr, amr }),
  )

  test('auth_time is that of the newest factor in whole seconds', () => {
    const when = (time: string) => factor('password', { last_authenticated_at: time })
    const times = ['2026-11-25T12:00:01.900Z', '2026-11-25T11:00:00Z'].map(when)
    expect(proofOf(times).authTime).toBe(Date.parse('2026-11-25T12:00:01Z') / 1_000)
    expect(proofOf([]).authTime).toBe(0)
  })
})

describe('user claims', () => {
  const user = {
    user_id: 'user-1',
    name: { first_name: 'Ada', middle_name: '', last_name: 'Lovelace' },
    emails: [
      { email: 'new@example.org', verified: false },
      { email: 'ada@example.org', verified: true },
      { email: 'old@example.org', verified: true },
    ],
    phone_numbers: [
      { phone_number: '+491', verified: false },
      { phone_number: '+492', verified: true },
    ],
    providers: [
      { profile_picture_url: 'https://pictures.example/1', locale: 'de' },
      { profile_picture_url: 'https://pictures.example/2', locale: 'en' },
    ],
    updated_at: '2026-11-25T12:00:00.900Z',
  } as unknown as User

  test('user claims contain verified data under OpenID Connect names', () =>
    expect(claimsOf(user)).toEqual({
      sub: 'user-1',
      name: 'Ada Lovelace',
      given_name: 'Ada',
      family_name: 'Lovelace',
      picture: 'https://pictures.example/1',
      locale: 'de',
      updated_at: Date.parse('2026-11-25T12:00:00Z') / 1_000,
      email: 'ada@example.org',
      email_verified: true,
      phone_number: '+492',
      phone_number_verified: true,
    }))

  test('user claims omit unknown values and unverified addresses and numbers', () => {
    const bare = {
      ...user,
      name: { first_name: '', middle_name: 'Ada', last_name: '' },
      emails: user.emails.slice(0, 1),
      phone_numbers: user.phone_numbers.slice(0, 1),
      providers: [],
    }
    const { updated_at: _, ...said } = claimsOf(bare)
    expect(said).toEqual({ sub: 'user-1', name: 'Ada', middle_name: 'Ada' })
  })
})

test('claims are returned with their scopes', () => {
  expect(claimsWith(['email', 'openid'])).toEqual(['email', 'email_verified', 'sub', 'acr', 'amr', 'auth_time'])
  expect(claimsWith(['full_access'])).toEqual([])
})
