import { expect, test } from 'vitest'
import { SettingError } from '../../projects/index.ts'
import { otpSettings } from './settings.ts'

const project = { expirations: { passcode: 10, magic_link: 60 }, smsCountries: ['CH', 'DE'] } as never
const apply = (flag: string, ...values: string[]) => otpSettings[flag]?.apply(project, values)

test('how long a passcode works is set, and no other lifetime', () => {
  expect(apply('passcode-minutes', '5')).toEqual({ expirations: { passcode: 5, magic_link: 60 } })
})

test('a country that texts may be sent to is added or removed, in small letters or capitals', () => {
  expect(apply('sms-country', 'fr', 'AT')).toEqual({ smsCountries: ['CH', 'DE', 'FR', 'AT'] })
  expect(apply('remove-sms-country', 'de')).toEqual({ smsCountries: ['CH'] })
})

test.each(['sms-country', 'remove-sms-country'])('%s refuses a text that is not a country', flag => {
  for (const text of ['ZZ', 'switzerland', '']) expect(() => apply(flag, text)).toThrow(SettingError)
})
