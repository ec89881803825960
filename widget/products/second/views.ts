import type { ViewsOf } from '../../form/index.ts'
import { SecondFactor, SecondFactorConfirmation } from './SecondFactor.tsx'
import styles from './second.css?inline'

export const views: ViewsOf<'second'> = {
  screens: { SecondFactor, SecondFactorConfirmation },
  styles,
  Buttons: null,
  PhoneForm: null,
  enterEmail: null,
}
