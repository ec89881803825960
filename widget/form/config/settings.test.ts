import { expect, test } from 'vitest'
import { withDefaults } from './config-shape.ts'

test('an undefined option uses its default, like an omitted one', () => {
  const { emailMagicLinksOptions, otpOptions, passwordOptions } = withDefaults({
    emailMagicLinksOptions: { loginExpirationMinutes: undefined, createUserAsPending: undefined } as object,
    otpOptions: { methods: ['email'], expirationMinutes: undefined } as never,
    passwordOptions: { resetPasswordExpirationMinutes: undefined } as object,
  })
  expect(emailMagicLinksOptions).toEqual({
    loginExpirationMinutes: 30,
    signupExpirationMinutes: 30,
    createUserAsPending: false,
  })
  expect(otpOptions).toEqual({ methods: ['email'], expirationMinutes: 5 })
  expect(passwordOptions).toEqual({ loginExpirationMinutes: 30, resetPasswordExpirationMinutes: 30 })
})
