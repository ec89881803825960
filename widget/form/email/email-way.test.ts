import { describe, expect, test } from 'vitest'
import { withDefaults } from '../config/index.ts'
import { emailWay } from './email-way.ts'

describe('email sign-in without a password', () => {
  test('email signs in by magic link where links are offered', () => {
    expect(emailWay(withDefaults({ products: ['passwords', 'emailMagicLinks'] }))).toBe('link')
  })

  test('email signs in by passcode where it is a passcode method, even next to links', () => {
    const otpOptions = { methods: ['sms', 'email'] as const }
    expect(emailWay(withDefaults({ products: ['otp', 'passwords'], otpOptions }))).toBe('code')
    expect(emailWay(withDefaults({ products: ['emailMagicLinks', 'otp', 'passwords'], otpOptions }))).toBe('code')
  })

  test('email does not sign in where passcodes go to phones only', () => {
    expect(emailWay(withDefaults({ products: ['otp', 'passwords'], otpOptions: { methods: ['sms'] } }))).toBeNull()
  })

  test('email does not sign in where methods are listed but passcodes are not a product', () => {
    expect(emailWay(withDefaults({ products: ['passwords'], otpOptions: { methods: ['email'] } }))).toBeNull()
  })
})
