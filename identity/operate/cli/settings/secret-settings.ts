import { number } from './read-values.ts'
import type { SettingFlag } from './setting-flag.ts'

/** How long links and codes live. */
export const secretSettings = {
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
} satisfies Record<string, SettingFlag>
