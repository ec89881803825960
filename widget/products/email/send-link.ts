import type { Screen, Widget } from '../../form/index.ts'
import { linkOptions } from './link-options.ts'

/** Mails a magic link with the page's options. Reports it to the page and to the provider's log. */
export const sendLink = async ({ client, settings, dispatch, emit }: Widget, email: string): Promise<Screen> => {
  const data = await client.magicLinks.email.loginOrCreate(email, linkOptions(settings))
  client.telemetry.log('email_sent', { email, type: 'login_or_create_eml' })
  emit({ type: 'MAGIC_LINK_LOGIN_OR_CREATE', data })
  dispatch({ type: 'set_magic_link_email', email })
  return 'EmailConfirmation'
}
