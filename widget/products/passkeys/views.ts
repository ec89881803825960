import type { ViewsOf } from '../../form/index.ts'
import { PasskeyButton } from './PasskeyButton.tsx'
import styles from './passkeys.css?inline'
import { PasskeyConfirmation, PasskeyRegistrationStart, PasskeyRegistrationSuccess } from './registration.tsx'

export const views: ViewsOf<'passkeys'> = {
  screens: { PasskeyRegistrationStart, PasskeyRegistrationSuccess, PasskeyConfirmation },
  styles,
  Buttons: PasskeyButton,
  PhoneForm: null,
  enterEmail: null,
}
