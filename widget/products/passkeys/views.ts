import type { ViewsOf } from '../../form/index.ts'
import { PasskeyButton } from './PasskeyButton.tsx'
import { PasskeyConfirmation } from './PasskeyConfirmation.tsx'
import { PasskeyRegistrationStart } from './PasskeyRegistrationStart.tsx'
import { PasskeyRegistrationSuccess } from './PasskeyRegistrationSuccess.tsx'
import styles from './passkeys.css?inline'

export const views: ViewsOf<'passkeys'> = {
  screens: { PasskeyRegistrationStart, PasskeyRegistrationSuccess, PasskeyConfirmation },
  styles,
  Buttons: PasskeyButton,
  PhoneForm: null,
  enterEmail: null,
}
