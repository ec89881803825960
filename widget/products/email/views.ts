import type { ViewsOf } from '../../form/index.ts'
import { EmailConfirmation } from './EmailConfirmation.tsx'
import { sendLink } from './send-link.ts'

export const views: ViewsOf<'emailMagicLinks'> = {
  screens: { EmailConfirmation },
  styles: '',
  Buttons: null,
  PhoneForm: null,
  enterEmail: sendLink,
}
