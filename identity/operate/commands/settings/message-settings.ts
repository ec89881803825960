import { locales } from '../../../platform/locales/index.ts'
import { added, last, onOff, SettingError, type SettingFlag, without } from '../../../projects/index.ts'

/** Settings for message language and sender. */
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
  'new-device-mails': {
    argument: 'on|off',
    help: 'tell owners of accounts of a sign-in from a device that was not seen before',
    apply: (_, values) => ({ newDeviceMails: onOff(values) }),
  },
  locale: {
    argument: locales.join('|'),
    help: 'language of mails and texts, where a page asks for no other',
    apply: (_, values) => {
      const locale = locales.find(each => each === last(values))
      if (locale === undefined) throw new SettingError(`must be one of ${locales.join(', ')}`)
      return { locale }
    },
  },
} satisfies Record<string, SettingFlag>
