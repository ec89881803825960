import type { Widget } from '../../form/index.ts'
import { resetOptions } from './reset-options.ts'

/** Mails password reset links with the page's options. Reports it to the page and to the provider's log. */
export const sendReset = async ({ client, settings, emit }: Widget, email: string): Promise<void> => {
  const data = await client.passwords.resetByEmailStart({ email, ...resetOptions(settings) })
  client.telemetry.log('email_sent', { email, type: 'reset_password' })
  emit({ type: 'PASSWORD_RESET_BY_EMAIL_START', data })
}
