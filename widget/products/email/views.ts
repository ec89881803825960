import type { HeadlessClient, Screen, Settings, ViewsOf, Widget } from '../../form/index.ts'
import { EmailConfirmation } from './EmailConfirmation.tsx'

type LoginOrCreate = HeadlessClient['magicLinks']['email']['loginOrCreate']

/** Converts the page's link options to request fields. Unset ones default to the project's. */
export const linkOptions = ({
  emailMagicLinksOptions: wanted,
  locale,
}: Pick<Settings, 'emailMagicLinksOptions' | 'locale'>): NonNullable<Parameters<LoginOrCreate>[1]> => ({
  login_magic_link_url: wanted.loginRedirectURL,
  login_expiration_minutes: wanted.loginExpirationMinutes,
  login_template_id: wanted.loginTemplateId,
  signup_magic_link_url: wanted.signupRedirectURL,
  signup_expiration_minutes: wanted.signupExpirationMinutes,
  signup_template_id: wanted.signupTemplateId,
  locale,
})

/** Mails a magic link with the page's options. Reports it to the page and to the provider's log. */
const sendLink = async ({ client, settings, dispatch, emit }: Widget, email: string): Promise<Screen> => {
  const data = await client.magicLinks.email.loginOrCreate(email, linkOptions(settings))
  client.telemetry.log('email_sent', { email, type: 'login_or_create_eml' })
  emit({ type: 'MAGIC_LINK_LOGIN_OR_CREATE', data })
  dispatch({ type: 'set_magic_link_email', email })
  return 'EmailConfirmation'
}

export const views: ViewsOf<'emailMagicLinks'> = {
  screens: { EmailConfirmation },
  styles: '',
  Buttons: null,
  PhoneForm: null,
  enterEmail: sendLink,
}
