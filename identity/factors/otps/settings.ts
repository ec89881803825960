import { createRequire } from 'node:module'
import { added, number, SettingError, type SettingFlags, without } from '../../projects/index.ts'

const require = createRequire(import.meta.url)

const country = (text: string): string => {
  // Loaded only when the command line needs it: the provider starts without it.
  const { isSupportedCountry }: typeof import('libphonenumber-js/max') = require('libphonenumber-js/max')
  const code = text.toUpperCase()
  if (!isSupportedCountry(code)) throw new SettingError('is not a country: give two letters, such as CH')
  return code
}

export const otpSettings: SettingFlags = {
  'passcode-minutes': {
    argument: 'N',
    help: 'how long a passcode works at most (1 to 10)',
    apply: ({ expirations }, values) => ({ expirations: { ...expirations, passcode: number(values) } }),
  },
  'sms-country': {
    argument: 'CC',
    help: 'a country that texts may be sent to, such as CH; the first one replaces the built-in list (repeatable)',
    apply: ({ smsCountries }, values) => ({ smsCountries: added(smsCountries, values.map(country)) }),
  },
  'remove-sms-country': {
    argument: 'CC',
    help: 'a country that texts may no longer be sent to (repeatable)',
    apply: ({ smsCountries }, values) => ({ smsCountries: without(smsCountries, values.map(country)) }),
  },
}
