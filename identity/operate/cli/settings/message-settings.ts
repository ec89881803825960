import { isSupportedCountry } from 'libphonenumber-js/max'
import { locales } from '../../../platform/locales/index.ts'
import { UsageError } from '../cli-error.ts'
import { added, last, without } from './read-values.ts'
import type { SettingFlag } from './setting-flag.ts'

const country = (text: string): string => {
  const code = text.toUpperCase()
  if (!isSupportedCountry(code)) throw new UsageError('is no country: give two letters, such as CH')
  return code
}

/** The language of mails and texts, where mails come from and where texts may go. */
export const messageSettings = {
  'email-domain': {
    argument: 'DOMAIN',
    help: 'a domain our mails come from (repeatable)',
    apply: ({ emailDomains }, values) => ({ emailDomains: added(emailDomains, values) }),
  },
  'remove-email-domain': {
    argument: 'DOMAIN',
    help: 'no longer one',
    apply: ({ emailDomains }, values) => ({ emailDomains: without(emailDomains, values) }),
  },
  locale: {
    argument: 'en|es',
    help: 'language of mails and texts, where a page asks for no other',
    apply: (_, values) => {
      const locale = locales.find(each => each === last(values))
      if (locale === undefined) throw new UsageError(`must be ${locales.join(' or ')}`)
      return { locale }
    },
  },
  'sms-country': {
    argument: 'CC',
    help: 'a country texts may go to, such as CH; the first one replaces the built-in list (repeatable)',
    apply: ({ smsCountries }, values) => ({ smsCountries: added(smsCountries, values.map(country)) }),
  },
  'remove-sms-country': {
    argument: 'CC',
    help: 'no longer one',
    apply: ({ smsCountries }, values) => ({ smsCountries: without(smsCountries, values.map(country)) }),
  },
} satisfies Record<string, SettingFlag>
