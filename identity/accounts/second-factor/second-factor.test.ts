import type { AuthenticationFactor } from '@corroborate/wire/types'
import { describe, expect, test } from 'vitest'
import { isSecondFactor, type Proved, secondFactorState } from './second-factor.ts'

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

describe('second factor of a user with an authenticator app', () => {
  test.each(Object.entries(afterEach) as [Type, string | null][])(
    'signing in by %s gives the second-factor state %s',
    (type, state) => {
      expect(secondFactorState({ user, factors: [{ type }], isRemembered: false })).toBe(state)
      expect(secondFactorState({ user: { totps: [] }, factors: [{ type }], isRemembered: false })).toBeNull()
      const remembered = secondFactorState({ user, factors: [{ type }], isRemembered: true })
      expect(remembered).toBe(state === 'owed' ? 'remembered' : state)
    },
  )

  test.each(types.filter(type => afterEach[type] === 'owed'))(
    'signing in by %s and a code satisfies the second factor',
    type => {
      const factors: Proved[] = [{ type }, { type: 'totp' }]
      expect(secondFactorState({ user, factors, isRemembered: true })).toBe('proved')
    },
  )

  test('a passkey requires the second factor unless it verified the user', () => {
    expect([false, true].map(verified => isSecondFactor(passkey(verified)))).toEqual([false, true])
    expect(secondFactorState({ user, factors: [passkey(true)], isRemembered: false })).toBe('proved')
  })

  test('an operator impersonating the user needs no second factor, regardless of earlier factors', () => {
    for (const factors of [[{ type: 'password' }, { type: 'impersonated' }], [{ type: 'impersonated' }]] as Proved[][])
      expect(secondFactorState({ user, factors, isRemembered: false })).toBeNull()
  })

  test('an unconfirmed authenticator app requires no second factor', () => {
    const totps = [{ totp_id: 'a', verified: false }]
    expect(secondFactorState({ user: { totps }, factors: [{ type: 'password' }], isRemembered: false })).toBeNull()
  })
})
