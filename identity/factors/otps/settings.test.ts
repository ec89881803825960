import { expect, test } from 'vitest'
import { SettingError } from '../../projects/index.ts'
import { otpSettings } from './factor.ts'

const project = { expirations: { passcode: 10, magic_link: 60 }, smsCountries: ['CH', 'DE'] } as never
const apply = (flag: string, ...values: string[]) => otpSettings[flag]?.apply(project, values)

test('the passcode lifetime is configurable within limits', () => {
  expect(apply('passcode-minutes', '5')).toEqual({ expirations: { passcode: 5, magic_link: 60 } })
})

test('an SMS country is added or removed, in lower or upper case', () => {
  expect(apply('sms-country', 'fr', 'AT')).toEqual({ smsCountries: ['CH', 'DE', 'FR', 'AT'] })
  expect(apply('remove-sms-country', 'de')).toEqual({ smsCountries: ['CH'] })
})

test.each(['sms-country', 'remove-sms-country'])('%s rejects an unknown country', flag => {
  for (const text of ['ZZ', 'switzerland', '']) expect(() => apply(flag, text)).toThrow(SettingError)
})
