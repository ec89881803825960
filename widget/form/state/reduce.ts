import type { FormState, Screen } from './form-state.ts'

export type Action =
  | { type: 'transition'; screen: Screen }
  | { type: 'set_magic_link_email'; email: string }
  | { type: 'update_otp_state'; otpState: Partial<FormState['otpState']> }
  | { type: 'update_crypto_state'; cryptoState: Partial<FormState['cryptoState']> }
  | { type: 'update_password_state'; passwordState: Partial<FormState['passwordState']> }
  | { type: 'set_error_message'; errorMessage: string }
  | { type: 'clear_error_message' }

/** The one place where the widget's state changes. A message belongs to the screen that caused it, so leaving clears it. */
export const reduce = (state: FormState, action: Action): FormState => {
  switch (action.type) {
    case 'transition':
      return { ...state, screen: action.screen, errorMessage: undefined }
    case 'set_magic_link_email':
      return { ...state, magicLinkState: { email: action.email } }
    case 'update_otp_state':
      return { ...state, otpState: { ...state.otpState, ...action.otpState } }
    case 'update_crypto_state':
      return { ...state, cryptoState: { ...state.cryptoState, ...action.cryptoState } }
    case 'update_password_state':
      return { ...state, passwordState: { ...state.passwordState, ...action.passwordState } }
    case 'set_error_message':
      return { ...state, errorMessage: action.errorMessage }
    case 'clear_error_message':
      return { ...state, errorMessage: undefined }
  }
}
