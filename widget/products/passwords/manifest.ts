import type { ShapeOf } from '../../shape/index.ts'
import { given } from '../given.ts'
import type { Manifest } from '../manifest.ts'
import { beginReset } from './begin-reset.ts'
import type { PasswordTexts } from './en.ts'
import type { PasswordsState } from './state.ts'

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
