import { createSmtpMailer } from '@corroborate/server-kit/mail'
import type { Secret } from '@corroborate/server-kit/settings'
import type { Transport } from './transport.ts'

/**
 * Sends mail through an SMTP server (see `createSmtpMailer`).
 * @param from `Name <address>` or an address.
 * @param patience timeout of an attempt, in ms
 */
export const smtpTransport = (url: Secret, from: string, patience?: number): Transport => {
  const mailer = createSmtpMailer(url, from, patience)
  return {
    send: ({ id, to, rendered: { subject, text, html } }, signal) =>
      mailer.send({ id, to, subject: subject ?? '', text, html }, signal),
    close: mailer.close,
  }
}
