import { callerHeader, type SignCall } from '@corroborate/server-kit/known-caller'
import { createSmtpMailer, type Mailer } from '@corroborate/server-kit/mail'
import type { Settings } from '@corroborate/server-kit/settings'

/**
 * How mails of the site leave (docs/decisions/16): by the SMTP server; without one, and outside production, into the identity provider's mailbox,
 * where all mail of the product ends then; else not at all.
 */
export const openMailer = (settings: Settings, signCall: SignCall): Mailer => {
  const { mail, production, twilio, identity } = settings
  if (mail.smtpUrl !== undefined) return createSmtpMailer(mail.smtpUrl, mail.from)
  return production || twilio !== null ? nowhere : mailboxMailer(identity.origin, signCall)
}

const nowhere: Mailer = {
  send: async () => ({ kind: 'rejected', reason: 'No mail transport is configured.' }),
  close: () => {},
}

const path = '/dev/mailbox/messages'
/** Timeout of the mailbox, in ms. */
const patience = 5_000

const mailboxMailer = (origin: string, signCall: SignCall): Mailer => ({
  send: async ({ id, to, subject, text, html }, signal) => {
    const tooLate = AbortSignal.timeout(patience)
    const links = [...text.matchAll(/^https?:\/\/\S+$/gm)].map(([link]) => link)
    try {
      const { ok, status } = await fetch(`${origin}${path}`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          [callerHeader]: signCall({ address: '127.0.0.1', method: 'POST', path }),
        },
        body: JSON.stringify({ id, to, subject, text, html, links }),
        signal: signal === undefined ? tooLate : AbortSignal.any([signal, tooLate]),
      })
      return ok ? { kind: 'sent' } : { kind: 'unavailable', reason: `The mailbox answered ${status}.` }
    } catch {
      return { kind: 'unavailable', reason: 'The mailbox is not responding.' }
    }
  },
  close: () => {},
})
