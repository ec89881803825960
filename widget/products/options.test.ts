import { describe, expect, test } from 'vitest'
import { withDefaults } from '../form/config/index.ts'
import { linkOptions } from './email/views.ts'
import { codeOptions } from './passcodes/code-options.ts'
import { resetOptions } from './passwords/reset-options.ts'

describe('options passed to the provider', () => {
  test('magic link options are passed on', () => {
    const emailMagicLinksOptions = {
      loginRedirectURL: 'https://app.example.org/in',
      loginExpirationMinutes: 10,
      loginTemplateId: 'again',
      signupRedirectURL: 'https://app.example.org/up',
      signupExpirationMinutes: 20,
      signupTemplateId: 'first',
      createUserAsPending: true,
      domainHint: 'example.org',
    }
    expect(linkOptions(withDefaults({ emailMagicLinksOptions }))).toEqual({
      login_magic_link_url: 'https://app.example.org/in',
      login_expiration_minutes: 10,
      login_template_id: 'again',
      signup_magic_link_url: 'https://app.example.org/up',
      signup_expiration_minutes: 20,
      signup_template_id: 'first',
    })
  })

  test('passcode options are passed on', () => {
    const otpOptions = {
      methods: ['email'] as const,
      expirationMinutes: 2,
      loginTemplateId: 'again',
      signupTemplateId: 'first',
    }
    expect(codeOptions(withDefaults({ otpOptions }), 'email')).toEqual({
      expiration_minutes: 2,
      login_template_id: 'again',
      signup_template_id: 'first',
    })
  })

  test('SMS passcode options are passed on without a template', () => {
    const otpOptions = { methods: ['sms'] as const, expirationMinutes: 2, loginTemplateId: 'again' }
    expect(codeOptions(withDefaults({ otpOptions }), 'sms')).toEqual({ expiration_minutes: 2 })
  })

  test('password reset options are passed on', () => {
    const passwordOptions = {
      loginRedirectURL: 'https://app.example.org/in',
      resetPasswordRedirectURL: 'https://app.example.org/reset',
      resetPasswordExpirationMinutes: 10,
      resetPasswordTemplateId: 'quiet',
    }
    expect(resetOptions(withDefaults({ passwordOptions }))).toEqual({
      login_redirect_url: 'https://app.example.org/in',
      reset_password_redirect_url: 'https://app.example.org/reset',
      reset_password_expiration_minutes: 10,
      reset_password_template_id: 'quiet',
    })
  })
})

test('defaults are links for 30 minutes and codes for 5, with the rest left to the project', () => {
  const settings = withDefaults()
  expect(linkOptions(settings)).toEqual({ login_expiration_minutes: 30, signup_expiration_minutes: 30 })
  expect(codeOptions(settings, 'email')).toEqual({ expiration_minutes: 5 })
  expect(resetOptions(settings)).toEqual({ reset_password_expiration_minutes: 30 })
})

test('a form in a set language requests emails and SMS in it', () => {
  const settings = withDefaults({}, 'es-MX')
  for (const options of [
    linkOptions(settings),
    codeOptions(settings, 'email'),
    codeOptions(settings, 'sms'),
    resetOptions(settings),
  ])
    expect(options).toMatchObject({ locale: 'es-MX' })
})
