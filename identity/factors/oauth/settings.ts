import { onOff, type SettingFlag } from '../../projects/index.ts'

export const oauthSettings = {
  'strict-linking': {
    argument: 'on|off',
    help: 'mail a code to an address that a social provider checked only once',
    apply: (_, values) => ({ strictLinking: onOff(values) }),
  },
} satisfies Record<string, SettingFlag>
