import { readLanding } from '@corroborate/wire/landing'
import type { ShapeOf } from '../../shape/index.ts'
import { given, type Manifest } from '../manifest.ts'
import type { PasswordTexts } from './en.ts'
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

export type PasswordOptions = {
  loginRedirectURL?: string
  loginExpirationMinutes?: number
  resetPasswordRedirectURL?: string
  resetPasswordExpirationMinutes?: number
  resetPasswordTemplateId?: string
}

const optionsShape: ShapeOf<PasswordOptions> = {
  fields: {
    loginRedirectURL: 'string',
    loginExpirationMinutes: 'number',
    resetPasswordRedirectURL: 'string',
    resetPasswordExpirationMinutes: 'number',
    resetPasswordTemplateId: 'string',
  },
}

/** Sign-in by password. The links of its mails expire after 30 minutes by default (SPEC §9). */
export const passwords = {
  optionsKey: 'passwordOptions',
  optionsShape,
  withDefaults: (options: PasswordOptions | undefined) => ({
    loginExpirationMinutes: 30,
    resetPasswordExpirationMinutes: 30,
    ...given(options),
  }),
  screens: [
    'PasswordCreateOrLogin',
    'PasswordForgot',
    'PasswordBreached',
    'PasswordSetNew',
    'PasswordDedupe',
    'PasswordConfirmation',
    'PasswordResetForm',
  ],
  initialState: {
    passwordState: { email: '', password: '', type: 'new' },
    resetPasswordState: { token: '', logsIn: false },
  } as PasswordsState,
  actions: {
    update_password_state: (
      { passwordState }: PasswordsState,
      action: { passwordState: Partial<PasswordsState['passwordState']> },
    ): Pick<PasswordsState, 'passwordState'> => ({ passwordState: { ...passwordState, ...action.passwordState } }),
  },
  // Those in English come with the views.
  texts: {
    passwordCreateOrLogin: {},
    passwordStrength: {},
    passwordMail: {},
    passwordForgot: {},
    passwordBreached: {},
    passwordSetNew: {},
    passwordDedupe: {},
    passwordConfirmation: {},
    passwordResetForm: {},
  } as { [Part in keyof PasswordTexts]: Partial<PasswordTexts[Part]> },
  buttons: null,
  landing: beginReset,
} as const satisfies Manifest
