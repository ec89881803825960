import { expect, test } from 'vitest'
import { SettingError } from '../../projects/index.ts'
import { passwordSettings } from './factor.ts'
import { passwordRules as passwords } from './testing/index.ts'

const expirations = { passwordReset: 30, magicLink: 60 }
const pkce = { magicLinks: false, passwordResets: false, oauth: true }
const apply = (flag: string, value: string) =>
  passwordSettings[flag]?.apply({ passwords, expirations, pkce } as never, [value])

test.each([
  ['password-policy', 'luds', { passwords: { ...passwords, policy: 'luds' } }],
  ['password-policy', 'zxcvbn', { passwords }],
  ['luds-complexity', '4', { passwords: { ...passwords, ludsComplexity: 4 } }],
  ['luds-minimum', '16', { passwords: { ...passwords, ludsMinimumCount: 16 } }],
  ['breach-detection', 'off', { passwords: { ...passwords, breachDetection: false } }],
  ['breach-detection-at-login', 'off', { passwords: { ...passwords, breachDetectionAtLogIn: false } }],
  ['password-reset-minutes', '5', { expirations: { ...expirations, passwordReset: 5 } }],
  ['pkce-password-resets', 'on', { pkce: { ...pkce, passwordResets: true } }],
])('%s %s changes only that setting', (flag, value, expected) => {
  expect(apply(flag, value)).toEqual(expected)
})

test('an unknown password policy is rejected', () => {
  for (const text of ['', 'LUDS', 'none']) expect(() => apply('password-policy', text)).toThrow(SettingError)
})
