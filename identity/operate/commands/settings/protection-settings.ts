import { last, onOff, SettingError, type SettingFlag } from '../../../projects/index.ts'

const deviceModes = ['off', 'observation', 'decisioning'] as const

/** Settings for abuse protection and enumeration protection. */
export const protectionSettings = {
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
