import { expect, test } from 'vitest'
import { parseLinkOptions } from './start-reset.ts'

const here = 'https://papers.example/'
const elsewhere = 'https://evil.example/'
const project = {
  redirectUrls: { login: [here], signup: [], reset_password: [here], discovery: [] },
  expirations: { passwordReset: 30 },
  pkce: { magicLinks: false, passwordResets: false, oauth: false },
} as never as Parameters<typeof parseLinkOptions>[0]
const withUrls = (urls: object) => ({ ...project, redirectUrls: { ...project.redirectUrls, ...urls } })

test('a reset email has a reset link and a log-in link with the project’s lifetimes', () => {
  const granted = { kind: 'granted', resetUrl: here, loginUrl: here, minutes: 30 }
  expect(parseLinkOptions(project, {})).toEqual(granted)
  expect(parseLinkOptions(project, { reset_password_expiration_minutes: 5 })).toEqual({ ...granted, minutes: 5 })
})

test('the email has one link without a login URL, and is rejected without a reset URL', () => {
  expect(parseLinkOptions(withUrls({ login: [] }), {})).toMatchObject({ kind: 'granted', loginUrl: null })
  expect(parseLinkOptions(withUrls({ reset_password: [] }), {})).toEqual({
    kind: 'refused',
    errorType: 'no_password_reset_redirect_url',
  })
})

test('reset links point only to the project’s URLs', () => {
  expect(parseLinkOptions(project, { reset_password_redirect_url: elsewhere })).toEqual({
    kind: 'refused',
    errorType: 'invalid_password_reset_redirect_url',
  })
  expect(parseLinkOptions(project, { login_redirect_url: elsewhere })).toEqual({
    kind: 'refused',
    errorType: 'no_match_for_provided_magic_link_url',
  })
})

test('a project that requires PKCE rejects reset requests without a challenge', () => {
  const wanting = { ...project, pkce: { ...project.pkce, passwordResets: true } }
  expect(parseLinkOptions(wanting, {})).toMatchObject({ kind: 'refused', errorType: 'invalid_pkce_code_challenge' })
  expect(parseLinkOptions(wanting, { code_challenge: 'c' })).toMatchObject({ kind: 'granted' })
})
