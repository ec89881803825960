import { onOff, type SettingFlag } from '../../projects/index.ts'

export const oauthSettings = {
  'strict-linking': {
    argument: 'on|off',
    help: 'mail a code before a social provider that checked an address once is believed',
    apply: (_, values) => ({ strictLinking: onOff(values) }),
  },
} satisfies Record<string, SettingFlag>
