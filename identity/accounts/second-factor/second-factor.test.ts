import type { AuthenticationFactor } from '@corroborate/wire/types'
import { describe, expect, test } from 'vitest'
import { isSecondFactor, type Proved, secondFactorState } from './index.ts'

type Type = AuthenticationFactor['type']

/** Second-factor state after each factor, for a user with an authenticator app. The compiler requires an entry for every new factor. */
const afterEach: Readonly<Record<Type, ReturnType<typeof secondFactorState>>> = {
  magic_link: 'owed',
  otp: 'owed',
  oauth: 'owed',
  password: 'owed',
  signature_challenge: 'owed',
  webauthn: 'owed',
  totp: 'proved',
  recovery_code: 'proved',
  impersonated: null,
}
const types = Object.keys(afterEach) as Type[]
const user = { totps: [{ totp_id: 'a', verified: true }] }
const passkey = (user_verified: boolean): Proved => ({ type: 'webauthn', webauthn_factor: { user_verified } })

describe('a user who has an authenticator app', () => {
  test.each(Object.entries(afterEach) as [Type, string | null][])('and signs in by %s: %s', (type, state) => {
    expect(secondFactorState({ user, factors: [{ type }], isRemembered: false })).toBe(state)
    expect(secondFactorState({ user: { totps: [] }, factors: [{ type }], isRemembered: false })).toBeNull()
    const remembered = secondFactorState({ user, factors: [{ type }], isRemembered: true })
    expect(remembered).toBe(state === 'owed' ? 'remembered' : state)
  })

  test.each(types.filter(type => afterEach[type] === 'owed'))('has done what is asked after %s and a code', type => {
    const factors: Proved[] = [{ type }, { type: 'totp' }]
    expect(secondFactorState({ user, factors, isRemembered: true })).toBe('proved')
  })

  test('is asked after a passkey, unless it made sure who used it', () => {
    expect([false, true].map(verified => isSecondFactor(passkey(verified)))).toEqual([false, true])
    expect(secondFactorState({ user, factors: [passkey(true)], isRemembered: false })).toBe('proved')
  })

  test('is not asked of an operator in the user’s place, whatever was proved before', () => {
    for (const factors of [[{ type: 'password' }, { type: 'impersonated' }], [{ type: 'impersonated' }]] as Proved[][])
      expect(secondFactorState({ user, factors, isRemembered: false })).toBeNull()
  })

  test('is not asked before the app is confirmed', () => {
    const totps = [{ totp_id: 'a', verified: false }]
    expect(secondFactorState({ user: { totps }, factors: [{ type: 'password' }], isRemembered: false })).toBeNull()
  })
})
