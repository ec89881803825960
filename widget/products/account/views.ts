import type { ViewsOf } from '../../form/index.ts'
import { proofStyles } from '../proof/index.ts'
import { Account } from './Account.tsx'
import styles from './account.css?inline'

export const views: ViewsOf<'account'> = {
  screens: { Account },
  styles: styles + proofStyles,
  Buttons: null,
  PhoneForm: null,
  enterEmail: null,
}
