import { onOff, type SettingFlag } from '../../../projects/index.ts'

/** What is asked of callers, and what is kept from them. */
export const protectionSettings = {
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
