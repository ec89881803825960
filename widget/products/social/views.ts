import type { ViewsOf } from '../../form/index.ts'
import { SocialButtons } from './SocialButtons.tsx'
import styles from './social.css?inline'

export const views: ViewsOf<'oauth'> = {
  screens: {},
  styles,
  Buttons: SocialButtons,
  PhoneForm: null,
  enterEmail: null,
}
