import { onOff } from './read-values.ts'
import type { SettingFlag } from './setting-flag.ts'

/** What is asked of callers, and what is kept from them. */
export const protectionSettings = {
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
} satisfies Record<string, SettingFlag>
