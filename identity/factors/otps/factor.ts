import type { Factor } from '../../sdk/feature/index.ts'
import { createOtpCalls } from './calls.ts'
import { otpSettings } from './settings.ts'
import { createTextStatusPages } from './text-status.ts'

declare module '../../platform/names/index.ts' {
  interface OperatorEvents {
    'passcode.sent': true
  }
  interface SecretKinds {
    passcode: true
  }
}

/** Six-digit codes by email or text. */
export const otpFactor = {
  name: 'passcodes',
  // A code is a secret of `accounts/single-use`, and it proves an address or number of `factors/contacts`.
  tables: [],
  migrations: [],
  limits: {},
  sealed: [],
  secrets: ['passcode'],
  notices: [],
  settings: otpSettings,
  userField: null,
  isWayIn: null,
  makesAccount: null,
  removal: null,
  wipeUnproved: null,
  deleteUser: null,
  sweep: null,
  open: core => ({
    calls: createOtpCalls(core),
    pages: createTextStatusPages(core),
    jobs: {},
    checks: {},
    close: null,
  }),
} satisfies Factor
