import { describe, expect, test } from 'vitest'
import { withDefaults } from '../config/index.ts'
import { emailWay } from './email-way.ts'

describe('a mail alone lets in', () => {
  test('by a link where links are offered', () => {
    expect(emailWay(withDefaults({ products: ['passwords', 'emailMagicLinks'] }))).toBe('link')
  })

  test('by a code where e-mail is a passcode method, also beside links', () => {
    const otpOptions = { methods: ['sms', 'email'] as const }
    expect(emailWay(withDefaults({ products: ['otp', 'passwords'], otpOptions }))).toBe('code')
    expect(emailWay(withDefaults({ products: ['emailMagicLinks', 'otp', 'passwords'], otpOptions }))).toBe('code')
  })

  test('not at all where codes go to phones only', () => {
    expect(emailWay(withDefaults({ products: ['otp', 'passwords'], otpOptions: { methods: ['sms'] } }))).toBeNull()
  })

  test('not at all where methods are listed and passcodes are not a product', () => {
    expect(emailWay(withDefaults({ products: ['passwords'], otpOptions: { methods: ['email'] } }))).toBeNull()
  })
})
