import { readLanding } from '@corroborate/wire/landing'
import type { PasswordsState } from './state.ts'

/**
 * Initial state on the target page of a reset mail, with the given token or the URL's. The login link logs in without further clicks.
 * Without a token the form explains how to get one.
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
