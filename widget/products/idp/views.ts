import type { ViewsOf } from '../../form/index.ts'
import { proofStyles } from '../proof/index.ts'
import styles from './idp.css?inline'
import { IDPConsent } from './Logout.tsx'

export const views: ViewsOf<'idp'> = {
  screens: { IDPConsent },
  styles: styles + proofStyles,
  Buttons: null,
  PhoneForm: null,
  enterEmail: null,
}
