import type { ViewsOf } from '../../form/index.ts'
import { Account } from './Account.tsx'
import styles from './account.css?inline'

export const views: ViewsOf<'account'> = {
  screens: { Account },
  styles,
  Buttons: null,
  PhoneForm: null,
  enterEmail: null,
}
