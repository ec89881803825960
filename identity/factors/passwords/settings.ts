import { last, number, onOff, SettingError, type SettingFlags } from '../../projects/index.ts'

export const passwordSettings: SettingFlags = {
  'password-policy': {
    argument: 'zxcvbn|luds',
    help: 'how the strength of passwords is checked',
    apply: ({ passwords }, values) => {
      const policy = last(values)
      if (policy !== 'zxcvbn' && policy !== 'luds') throw new SettingError('must be zxcvbn or luds')
      return { passwords: { ...passwords, policy } }
    },
  },
  'luds-complexity': {
    argument: 'N',
    help: 'how many of these a password needs: lower case, upper case, digits, symbols',
    apply: ({ passwords }, values) => ({ passwords: { ...passwords, ludsComplexity: number(values) } }),
  },
  'luds-minimum': {
    argument: 'N',
    help: 'how many characters a password needs at least',
    apply: ({ passwords }, values) => ({ passwords: { ...passwords, ludsMinimumCount: number(values) } }),
  },
  'breach-detection': {
    argument: 'on|off',
    help: 'refuse passwords that are known from breaches',
    apply: ({ passwords }, values) => ({ passwords: { ...passwords, breachDetection: onOff(values) } }),
  },
  'breach-detection-at-login': {
    argument: 'on|off',
    help: 'also at log-in: people with such a password set a new one by mail',
    apply: ({ passwords }, values) => ({ passwords: { ...passwords, breachDetectionAtLogIn: onOff(values) } }),
  },
  'password-reset-minutes': {
    argument: 'N',
    help: 'how long a reset link works at most',
    apply: ({ expirations }, values) => ({ expirations: { ...expirations, passwordReset: number(values) } }),
  },
  'pkce-password-resets': {
    argument: 'on|off',
    help: 'require PKCE for password resets',
    apply: ({ pkce }, values) => ({ pkce: { ...pkce, passwordResets: onOff(values) } }),
  },
}
