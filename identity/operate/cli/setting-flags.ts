import { sessionJwtAlgorithms } from '@corroborate/wire/session-jwt'
import { isSupportedCountry } from 'libphonenumber-js/max'
import { locales } from '../../platform/locales/index.ts'
import { everybodysRole, type Project, type ProjectConfig, projectConfig, redirectKinds } from '../../projects/index.ts'
import { UsageError } from './cli-error.ts'

/** What a flag is followed by, for the help. */
type Argument =
  | 'URL'
  | 'N'
  | 'on|off'
  | 'HOST'
  | 'NAME'
  | 'DOMAIN'
  | 'CC'
  | 'FILE'
  | 'zxcvbn|luds'
  | 'RS256|ES256'
  | 'en|es'
  | 'NAME=TEXT'

type SettingFlag = {
  argument: Argument
  help: string
  /** Gets every value the flag was given, in order, and the settings as the flags before it left them. */
  apply: (config: ProjectConfig, values: string[]) => Partial<ProjectConfig>
}

const last = (values: string[]): string => values.at(-1) ?? ''
const onOff = (values: string[]): boolean => {
  if (last(values) !== 'on' && last(values) !== 'off') throw new UsageError('must be on or off')
  return last(values) === 'on'
}
const number = (values: string[]): number => {
  if (!/^\d{1,7}$/.test(last(values))) throw new UsageError('must be a whole number')
  return Number(last(values))
}
const added = (list: readonly string[], values: string[]): string[] => [...new Set([...list, ...values])]
const without = (list: readonly string[], values: string[]): string[] => list.filter(item => !values.includes(item))
const named = (values: string[]): [name: string, text: string][] =>
  values.map(value => {
    const at = value.indexOf('=')
    return at === -1 ? [value, ''] : [value.slice(0, at), value.slice(at + 1)]
  })

const url = (text: string): string => {
  if (!URL.canParse(text)) throw new UsageError('is not a URL')
  return new URL(text).href
}
const origin = (text: string): string => new URL(url(text)).origin

const country = (text: string): string => {
  const code = text.toUpperCase()
  if (!isSupportedCountry(code)) throw new UsageError('is no country: give two letters, such as CH')
  return code
}

type Kind = (typeof redirectKinds)[number]
const redirects =
  (kinds: readonly Kind[], change: (list: readonly string[], values: string[]) => string[]) =>
  (config: ProjectConfig, values: string[]): Partial<ProjectConfig> => ({
    redirectUrls: {
      ...config.redirectUrls,
      ...Object.fromEntries(kinds.map(kind => [kind, change(config.redirectUrls[kind], values.map(url))])),
    },
  })

/** Every setting of a project as a flag of `project create` and `project set`. */
export const settingFlags: Readonly<Record<string, SettingFlag>> = {
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
  'password-policy': {
    argument: 'zxcvbn|luds',
    help: 'how passwords are judged',
    apply: ({ passwords }, values) => {
      const policy = last(values)
      if (policy !== 'zxcvbn' && policy !== 'luds') throw new UsageError('must be zxcvbn or luds')
      return { passwords: { ...passwords, policy } }
    },
  },
  'luds-complexity': {
    argument: 'N',
    help: 'of lower case, upper case, digits, symbols: how many',
    apply: ({ passwords }, values) => ({ passwords: { ...passwords, ludsComplexity: number(values) } }),
  },
  'luds-minimum': {
    argument: 'N',
    help: 'shortest password, in characters',
    apply: ({ passwords }, values) => ({ passwords: { ...passwords, ludsMinimumCount: number(values) } }),
  },
  'breach-detection': {
    argument: 'on|off',
    help: 'refuse passwords known from breaches',
    apply: ({ passwords }, values) => ({ passwords: { ...passwords, breachDetection: onOff(values) } }),
  },
  'breach-detection-at-login': {
    argument: 'on|off',
    help: 'also at log-in: whoever has one is asked to set another by mail',
    apply: ({ passwords }, values) => ({ passwords: { ...passwords, breachDetectionAtLogIn: onOff(values) } }),
  },
  'magic-link-minutes': {
    argument: 'N',
    help: 'how long a magic link lives (10 or less is the strict profile of ASVS 6.5.5)',
    apply: ({ expirations }, values) => ({ expirations: { ...expirations, magicLink: number(values) } }),
  },
  'password-reset-minutes': {
    argument: 'N',
    help: 'how long a reset link lives',
    apply: ({ expirations }, values) => ({ expirations: { ...expirations, passwordReset: number(values) } }),
  },
  'passcode-minutes': {
    argument: 'N',
    help: 'how long a passcode lives',
    apply: ({ expirations }, values) => ({ expirations: { ...expirations, passcode: number(values) } }),
  },
  'session-maximum-minutes': {
    argument: 'N',
    help: 'longest that one call may ask for',
    apply: ({ sessions }, values) => ({ sessions: { ...sessions, maximumMinutes: number(values) } }),
  },
  'session-absolute-minutes': {
    argument: 'N',
    help: 'longest a session lives, however often extended',
    apply: ({ sessions }, values) => ({ sessions: { ...sessions, absoluteMinutes: number(values) } }),
  },
  'recent-factor-minutes': {
    argument: 'N',
    help: 'how old a factor may be for a sensitive change',
    apply: ({ sessions }, values) => ({ sessions: { ...sessions, recentFactorMinutes: number(values) } }),
  },
  'jwt-algorithm': {
    argument: 'RS256|ES256',
    help: 'what session JWTs are signed with, from a new key on (default RS256)',
    apply: (_, values) => {
      const jwtAlgorithm = sessionJwtAlgorithms.find(each => each === last(values))
      if (jwtAlgorithm === undefined) throw new UsageError(`must be ${sessionJwtAlgorithms.join(' or ')}`)
      return { jwtAlgorithm }
    },
  },
  role: {
    argument: 'NAME=TEXT',
    help: 'a role with what it means (repeatable)',
    apply: ({ rbac }, values) => ({
      rbac: {
        ...rbac,
        roles: named(values).reduce((roles, [role_id, description]) => {
          const permissions = roles.find(role => role.role_id === role_id)?.permissions ?? []
          return [...roles.filter(role => role.role_id !== role_id), { role_id, description, permissions }]
        }, rbac.roles),
      },
    }),
  },
  'remove-role': {
    argument: 'NAME',
    help: 'no longer one',
    apply: ({ rbac }, values) => {
      if (values.includes(everybodysRole)) throw new UsageError('is the role of everybody')
      return { rbac: { ...rbac, roles: rbac.roles.filter(({ role_id }) => !values.includes(role_id)) } }
    },
  },
  scope: {
    argument: 'NAME=TEXT',
    help: 'a scope with what the consent screen says of it (repeatable)',
    apply: ({ rbac }, values) => ({
      rbac: {
        ...rbac,
        scopes: named(values).reduce((scopes, [scope, description]) => {
          const permissions = scopes.find(known => known.scope === scope)?.permissions ?? []
          return [...scopes.filter(known => known.scope !== scope), { scope, description, permissions }]
        }, rbac.scopes),
      },
    }),
  },
  'remove-scope': {
    argument: 'NAME',
    help: 'no longer one',
    apply: ({ rbac }, values) => ({
      rbac: { ...rbac, scopes: rbac.scopes.filter(({ scope }) => !values.includes(scope)) },
    }),
  },
  'pkce-magic-links': {
    argument: 'on|off',
    help: 'require PKCE for magic links',
    apply: ({ pkce }, values) => ({ pkce: { ...pkce, magicLinks: onOff(values) } }),
  },
  'pkce-password-resets': {
    argument: 'on|off',
    help: 'require PKCE for password resets',
    apply: ({ pkce }, values) => ({ pkce: { ...pkce, passwordResets: onOff(values) } }),
  },
  'pkce-oauth': {
    argument: 'on|off',
    help: 'require PKCE for social sign-in',
    apply: ({ pkce }, values) => ({ pkce: { ...pkce, oauth: onOff(values) } }),
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
  watermark: {
    argument: 'on|off',
    help: 'show “Powered by” under the widget',
    apply: (_, values) => ({ watermark: onOff(values) }),
  },
  'adaptive-captcha': {
    argument: 'on|off',
    help: 'ask for a proof of work when limits are near',
    apply: (_, values) => ({ adaptiveCaptcha: onOff(values) }),
  },
  'enumeration-protection': {
    argument: 'on|off',
    help: 'never tell whether an address has an account',
    apply: (_, values) => ({ enumerationProtection: onOff(values) }),
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
    throw error instanceof UsageError && !error.message.startsWith('--') ? wrong(error.message) : error
  }
}
