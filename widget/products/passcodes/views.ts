import type { ViewsOf } from '../../form/index.ts'
import { mailCode } from './code-options.ts'
import { OTPAuthenticate, OTPConfirmation } from './OTPAuthenticate.tsx'
import { PhoneForm } from './PhoneForm.tsx'
import styles from './passcodes.css?inline'

export const views: ViewsOf<'otp'> = {
  screens: { OTPAuthenticate, OTPConfirmation },
  styles,
  Buttons: null,
  PhoneForm,
  enterEmail: mailCode,
}
