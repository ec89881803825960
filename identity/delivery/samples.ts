import type { Locale } from '../platform/locales/index.ts'
import type { AccountChange } from '../platform/names/index.ts'
import {
  accountChangedMail,
  addressTakenMail,
  confirmationMail,
  type Message,
  magicLinkMail,
  type Notice,
  noAccountMail,
  passcodeMessage,
  type RenderedMessage,
  resetMail,
} from './messages.ts'
import { renderMessage } from './templates/render-message.ts'

/** Every message that people are sent, by name. */
export const mailKinds = [
  { name: 'magic-link', title: 'Magic link' },
  { name: 'passcode', title: 'Passcode by email' },
  { name: 'passcode-sms', title: 'Passcode by SMS' },
  { name: 'password-reset', title: 'Password reset' },
  { name: 'confirm-address', title: 'Confirm an address' },
  { name: 'no-account', title: 'No account' },
  { name: 'address-taken', title: 'Address taken' },
  { name: 'account-changed', title: 'Account changed' },
] as const
export type MailKind = (typeof mailKinds)[number]['name']

type Sample = { kind: MailKind; locale: Locale; at: number; notices: readonly Notice[] }
type Named = { id: string; name: string; locale: Locale }

const minute = 60_000

/** Renders a sample message with placeholder links and codes, as a preview for administrators. */
export const renderSample = (project: Named, { kind, locale, at, notices }: Sample): RenderedMessage =>
  renderMessage(sampleOf(project, { kind, locale, at, notices }), at, notices)

const sampleOf = (project: Named, { kind, locale, at, notices }: Sample): Message => {
  const about = { project, to: 'ada@example.org', locale, expiresAt: at + 30 * minute }
  const link = 'https://app.example.org/authenticate?token=made-up'
  const code = { code: '012345', methodId: 'made-up' }
  switch (kind) {
    case 'magic-link':
      return magicLinkMail({ ...about, link })
    case 'passcode':
      return passcodeMessage({ ...about, ...code, channel: 'email' })
    case 'passcode-sms':
      return passcodeMessage({ ...about, ...code, to: '+441632960961', channel: 'sms' })
    case 'password-reset':
      return resetMail({ ...about, resetLink: link, loginLink: link })
    case 'confirm-address':
      return confirmationMail({ ...about, resetLink: link, loginLink: link })
    case 'no-account':
      return noAccountMail(about)
    case 'address-taken':
      return addressTakenMail(about)
    case 'account-changed':
      return accountChangedMail({ ...about, change: notices[0]?.change as AccountChange, at })
  }
}
