import { last, number, onOff, SettingError, type SettingFlags } from '../../projects/index.ts'

export const passwordSettings: SettingFlags = {
  'password-policy': {
    argument: 'zxcvbn|luds',
    help: 'how passwords are judged',
    apply: ({ passwords }, values) => {
      const policy = last(values)
      if (policy !== 'zxcvbn' && policy !== 'luds') throw new SettingError('must be zxcvbn or luds')
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
  'password-reset-minutes': {
    argument: 'N',
    help: 'how long a reset link lives at most',
    apply: ({ expirations }, values) => ({ expirations: { ...expirations, passwordReset: number(values) } }),
  },
  'pkce-password-resets': {
    argument: 'on|off',
    help: 'require PKCE for password resets',
    apply: ({ pkce }, values) => ({ pkce: { ...pkce, passwordResets: onOff(values) } }),
  },
}
