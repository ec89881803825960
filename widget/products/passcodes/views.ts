import type { ViewsOf } from '../../form/index.ts'
import { mailCode } from './mail-code.ts'
import { OTPAuthenticate } from './OTPAuthenticate.tsx'
import { OTPConfirmation } from './OTPConfirmation.tsx'
import { PhoneForm } from './PhoneForm.tsx'
import styles from './passcodes.css?inline'

export const views: ViewsOf<'otp'> = {
  screens: { OTPAuthenticate, OTPConfirmation },
  styles,
  Buttons: null,
  PhoneForm,
  enterEmail: mailCode,
}
