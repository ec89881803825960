import { UsageError } from '@corroborate/server-kit/command-line'
import { brought } from '../../../features.ts'
import { locales } from '../../../platform/locales/index.ts'
import {
  added,
  last,
  onOff,
  type Project,
  type ProjectConfig,
  projectConfig,
  redirectKinds,
  SettingError,
  type SettingFlag,
  without,
} from '../../../projects/index.ts'
import { roleSettings } from './role-settings.ts'
import { sessionSettings } from './session-settings.ts'

/** Settings for message language and sender. */
const messageSettings = {
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

const url = (text: string): string => {
  if (!URL.canParse(text)) throw new SettingError('is not a URL')
  return new URL(text).href
}
const origin = (text: string): string => new URL(url(text)).origin

type Kind = (typeof redirectKinds)[number]
const redirects =
  (kinds: readonly Kind[], change: (list: readonly string[], values: string[]) => string[]) =>
  (config: ProjectConfig, values: string[]): Partial<ProjectConfig> => ({
    redirectUrls: {
      ...config.redirectUrls,
      ...Object.fromEntries(kinds.map(kind => [kind, change(config.redirectUrls[kind], values.map(url))])),
    },
  })

/** Settings for allowed origins, redirect URLs and the host name. */
const pageSettings = {
  'allow-origin': {
    argument: 'URL',
    help: 'let pages of this origin call (repeatable)',
    apply: ({ allowedOrigins }, values) => ({ allowedOrigins: added(allowedOrigins, values.map(origin)) }),
  },
  'disallow-origin': {
    argument: 'URL',
    help: 'no longer let them',
    apply: ({ allowedOrigins }, values) => ({ allowedOrigins: without(allowedOrigins, values.map(origin)) }),
  },
  'allow-redirect': {
    argument: 'URL',
    help: 'let mailed links of every kind lead here (repeatable)',
    apply: redirects(redirectKinds, added),
  },
  'allow-login-redirect': { argument: 'URL', help: 'only log-in links', apply: redirects(['login'], added) },
  'allow-signup-redirect': { argument: 'URL', help: 'only sign-up links', apply: redirects(['signup'], added) },
  'allow-reset-redirect': {
    argument: 'URL',
    help: 'only links that reset a password',
    apply: redirects(['reset_password'], added),
  },
  'disallow-redirect': {
    argument: 'URL',
    help: 'no longer let any lead here',
    apply: redirects(redirectKinds, without),
  },
  'user-events-url': {
    argument: 'URL|none',
    help: 'tell the application here when a user was deleted, or wiped at the first proof of the mailbox',
    apply: (_, values) => ({ userEventsUrl: last(values) === 'none' ? null : url(last(values)) }),
  },
  'cname-domain': {
    argument: 'HOST',
    help: 'the host name of ours on the site’s own domain, or none',
    apply: (_, values) => ({ cnameDomain: last(values) === 'none' ? null : last(values) }),
  },
  'http-only-cookies': {
    argument: 'on|off',
    help: 'keep tokens in HttpOnly cookies on that host',
    apply: (_, values) => ({ httpOnlyCookies: onOff(values) }),
  },
  watermark: {
    argument: 'on|off',
    help: 'show “Powered by” under the widget',
    apply: (_, values) => ({ watermark: onOff(values) }),
  },
} satisfies Record<string, SettingFlag>

const deviceModes = ['off', 'observation', 'decisioning'] as const

/** Settings for abuse protection and enumeration protection. */
const protectionSettings = {
  'pkce-oauth': {
    argument: 'on|off',
    help: 'require PKCE for social sign-in',
    apply: ({ pkce }, values) => ({ pkce: { ...pkce, oauth: onOff(values) } }),
  },
  'adaptive-captcha': {
    argument: 'on|off',
    help: 'ask for a captcha when limits are near: a proof of work, or that of "project captcha set"',
    apply: (_, values) => ({ adaptiveCaptcha: onOff(values) }),
  },
  'captcha-on-every-call': {
    argument: 'on|off',
    help: 'ask for a captcha with every call that may carry one',
    apply: (_, values) => ({ captchaOnEveryCall: onOff(values) }),
  },
  'device-fingerprint': {
    argument: deviceModes.join('|'),
    help: 'look at the devices that call: only count, or ask for a captcha where something is odd',
    apply: (_, values) => {
      const deviceFingerprint = deviceModes.find(mode => mode === last(values))
      if (deviceFingerprint === undefined) throw new SettingError(`must be one of ${deviceModes.join(', ')}`)
      return { deviceFingerprint }
    },
  },
  'enumeration-protection': {
    argument: 'on|off',
    help: 'never tell whether an address has an account',
    apply: (_, values) => ({ enumerationProtection: onOff(values) }),
  },
} satisfies Record<string, SettingFlag>

/** Every setting of a project, those of the factors among them, as a flag of `project create` and `project set`. */
export const settingFlags: Readonly<Record<string, SettingFlag>> = {
  ...pageSettings,
  ...brought.settings,
  ...sessionSettings,
  ...roleSettings,
  ...protectionSettings,
  ...messageSettings,
}

/** The settings after all flags given, checked. @throws UsageError with the flag that is wrong. */
export const applySettings = (before: ProjectConfig | Project, flags: Record<string, string[]>): ProjectConfig => {
  let config = projectConfig.parse(before)
  for (const [name, values] of Object.entries(flags)) {
    const flag = settingFlags[name]
    // One value after the other, so that a list of them does not hide which is wrong.
    if (flag !== undefined) for (const value of values) config = applied(config, flag, name, value)
  }
  return config
}

const applied = (config: ProjectConfig, { apply }: SettingFlag, name: string, value: string): ProjectConfig => {
  const wrong = (what: string) => new UsageError(`--${name} ${value}: ${what}.`)
  try {
    const checked = projectConfig.safeParse({ ...config, ...apply(config, [value]) })
    if (checked.success) return checked.data
    throw wrong(checked.error.issues[0]?.message ?? 'is not right')
  } catch (error) {
    throw error instanceof SettingError ? wrong(error.message) : error
  }
}
