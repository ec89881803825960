import { readLanding } from '@corroborate/wire/landing'
import type { PasswordsState } from './state.ts'

/**
 * The state in which the form begins on a page that a reset mail links to, with the token it was given or else the one in the
 * page's address. The link to log in does so without further clicks. Without a token the form says how to get one.
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
