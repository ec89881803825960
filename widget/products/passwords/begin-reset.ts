import { readLanding } from '@corroborate/wire/landing'
import type { FormState } from '../../form/state/index.ts'

/**
 * Where a page begins that a reset mail leads to: by the token it was given, else by the one in its address. A link to log
 * in does so by itself. Without a token the form says how to get one.
 */
export const beginReset = (pageUrl: string, given?: string): Pick<FormState, 'screen' | 'resetPasswordState'> => {
  const landing = readLanding(new URL(pageUrl).searchParams)
  const mailed = landing?.type === 'reset_password' || landing?.type === 'login' ? landing : null
  return {
    screen: 'PasswordResetForm',
    resetPasswordState: { token: given || (mailed?.token ?? ''), logsIn: mailed?.type === 'login' },
  }
}
