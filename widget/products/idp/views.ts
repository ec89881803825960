import type { ViewsOf } from '../../form/index.ts'
import { proofStyles } from '../proof/index.ts'
import { IDPConsent } from './IDPConsent.tsx'
import styles from './idp.css?inline'

export const views: ViewsOf<'idp'> = {
  screens: { IDPConsent },
  styles: styles + proofStyles,
  Buttons: null,
  PhoneForm: null,
  enterEmail: null,
}
