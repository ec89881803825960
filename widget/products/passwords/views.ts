import type { Screen, ViewsOf, Widget } from '../../form/index.ts'
import { PasswordCreateOrLogin } from './PasswordCreateOrLogin.tsx'
import { PasswordResetForm } from './PasswordResetForm.tsx'
import styles from './passwords.css?inline'
import { PasswordBreached, PasswordConfirmation, PasswordDedupe, PasswordForgot, PasswordSetNew } from './screens.tsx'

/** Looks up an address and returns the next screen for it. */
export const lookUpPassword = async ({ client, dispatch }: Widget, email: string): Promise<Screen> => {
  const { userType } = await client.user.search(email)
  dispatch({ type: 'update_password_state', passwordState: { email, type: userType } })
  return 'PasswordCreateOrLogin'
}

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
  enterEmail: lookUpPassword,
}
