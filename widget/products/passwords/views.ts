import type { ViewsOf } from '../../form/index.ts'
import { askForPassword } from './ask-for-password.ts'
import { PasswordBreached } from './PasswordBreached.tsx'
import { PasswordConfirmation } from './PasswordConfirmation.tsx'
import { PasswordCreateOrLogin } from './PasswordCreateOrLogin.tsx'
import { PasswordDedupe } from './PasswordDedupe.tsx'
import { PasswordForgot } from './PasswordForgot.tsx'
import { PasswordResetForm } from './PasswordResetForm.tsx'
import { PasswordSetNew } from './PasswordSetNew.tsx'
import styles from './passwords.css?inline'

export const views: ViewsOf<'passwords'> = {
  screens: {
    PasswordCreateOrLogin,
    PasswordForgot,
    PasswordBreached,
    PasswordSetNew,
    PasswordDedupe,
    PasswordConfirmation,
    PasswordResetForm,
  },
  styles,
  Buttons: null,
  PhoneForm: null,
  enterEmail: askForPassword,
}
