import { UsageError } from '../cli-error.ts'
import { last, number, onOff } from './read-values.ts'
import type { SettingFlag } from './setting-flag.ts'

/** How passwords are judged. */
export const passwordSettings = {
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
} satisfies Record<string, SettingFlag>
