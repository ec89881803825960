import type { Widget } from '../../form/index.ts'
import { resetOptions } from './reset-options.ts'

/** Mails the links for a new password as the page configured them. Reports it to the page and to the provider's log. */
export const sendReset = async ({ client, settings, emit }: Widget, email: string): Promise<void> => {
  const data = await client.passwords.resetByEmailStart({ email, ...resetOptions(settings) })
  client.telemetry.log('email_sent', { email, type: 'reset_password' })
  emit({ type: 'PASSWORD_RESET_BY_EMAIL_START', data })
}
