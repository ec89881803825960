import { type Settings, SettingsError } from '@corroborate/server-kit/settings'

import type { Channel } from './message.ts'

/** Transport for a channel's messages. `none` means they can't be sent. */
export type Route = 'smtp' | 'twilio' | 'mailbox' | 'none'

/**
 * Real transports where they are set up. Without any, and outside production, everything goes to the mailbox; one real
 * transport closes it, because a page that shows codes has no place beside real messages (DESIGN §4). Pure.
 */
export const chooseRoutes = ({
  production,
  mail,
  twilio,
}: Pick<Settings, 'production' | 'mail' | 'twilio'>): Record<Channel, Route> => {
  const isMailboxOpen = !production && mail.smtpUrl === undefined && twilio === null
  const otherwise = isMailboxOpen ? 'mailbox' : 'none'
  const sms = twilio === null ? otherwise : 'twilio'
  return {
    email: mail.smtpUrl === undefined ? otherwise : 'smtp',
    sms,
    // WhatsApp rejects free-form text unless the recipient has recently written to us.
    whatsapp: twilio !== null && twilio.whatsappTemplates === null ? 'none' : sms,
  }
}

/** Describes the message transports in the startup log. */
export const whereMessagesGo = (
  settings: Pick<Settings, 'production' | 'mail' | 'twilio' | 'identity'>,
): { mail: string; texts: string } => {
  const { email, sms } = chooseRoutes(settings)
  const words: Readonly<Record<Exclude<Route, 'none'>, string>> = {
    smtp: 'the SMTP server',
    twilio: 'Twilio',
    mailbox: `${settings.identity.origin}/dev/mailbox`,
  }
  return {
    mail: email === 'none' ? 'nobody: set SMTP_URL' : words[email],
    texts: sms === 'none' ? 'nobody: set TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN and TWILIO_FROM' : words[sms],
  }
}

/**
 * Requires a mail transport for public (https) addresses: their users need mail, and the development mailbox must not show codes there.
 * @throws SettingsError if mail could not be delivered.
 */
export const requireMailTransport = ({ mail, site, identity }: Pick<Settings, 'mail' | 'site' | 'identity'>): void => {
  if (mail.smtpUrl !== undefined) return
  const origins = { SITE_ORIGIN: site.origin, IDENTITY_ORIGIN: identity.origin }
  const [name] = Object.entries(origins).find(([, origin]) => origin.startsWith('https:')) ?? []
  if (name === undefined) return
  throw new SettingsError([
    {
      variable: 'SMTP_URL',
      sentence: `must be set, because ${name} is an https address: people there would wait for mails that reach nobody.`,
    },
  ])
}
