import {
  added,
  last,
  onOff,
  type ProjectConfig,
  redirectKinds,
  SettingError,
  type SettingFlag,
  without,
} from '../../../projects/index.ts'

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
export const pageSettings = {
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
