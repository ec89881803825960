import { readLanding } from '@corroborate/wire/landing'
import type { PasswordsState } from './state.ts'

/**
 * Where a page begins that a reset mail leads to: by the token it was given, else by the one in its address. A link to log
 * in does so by itself. Without a token the form says how to get one.
 */
export const beginReset = (
  pageUrl: string,
  token?: string,
): { screen: 'PasswordResetForm' } & Pick<PasswordsState, 'resetPasswordState'> => {
  const landing = readLanding(new URL(pageUrl).searchParams)
  const mailed = landing?.type === 'reset_password' || landing?.type === 'login' ? landing : null
  return {
    screen: 'PasswordResetForm',
    resetPasswordState: { token: token || (mailed?.token ?? ''), logsIn: mailed?.type === 'login' },
  }
}
