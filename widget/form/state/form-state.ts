import type { OtpMethod } from '../config/index.ts'

/** Every screen of the widget by SPEC's name. They have no addresses of their own. */
export const screens = [
  'Main',
  'EmailConfirmation',
  'OTPAuthenticate',
  'OTPConfirmation',
  'PasswordCreateOrLogin',
  'PasswordForgot',
  'PasswordBreached',
  'PasswordSetNew',
  'PasswordDedupe',
  'PasswordConfirmation',
  'PasswordResetForm',
] as const
export type Screen = (typeof screens)[number]

/** What the provider knows about an address: nobody, somebody with a password, somebody without one. */
export type UserType = 'new' | 'password' | 'passwordless'

/** All that the widget remembers between screens. */
export type FormState = {
  screen: Screen
  magicLinkState: { email: string }
  otpState: { type: OtpMethod; methodId: string; otpDestination: string }
  cryptoState: { walletAddress: string; walletOption: string; walletChallenge: string }
  passwordState: { email: string; password: string; type: UserType }
  /** `logsIn`: the token is of the link that logs in without a new password, and does so by itself. */
  resetPasswordState: { token: string; logsIn: boolean }
  /** Shown on the screen at hand; gone with it. */
  errorMessage: string | undefined
}

export const initialState: FormState = {
  screen: 'Main',
  magicLinkState: { email: '' },
  otpState: { type: 'email', methodId: '', otpDestination: '' },
  cryptoState: { walletAddress: '', walletOption: 'Metamask', walletChallenge: '' },
  passwordState: { email: '', password: '', type: 'new' },
  resetPasswordState: { token: '', logsIn: false },
  errorMessage: undefined,
}
