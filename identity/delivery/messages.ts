import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { chooseLocale, type Locale, locales } from '../platform/locales/index.ts'
import type { AccountChange } from '../platform/names/index.ts'

const minute = 60_000

/**
 * Formats a remaining lifetime in words: `30 minutes`, `1 hour and 30 minutes`, `7 días`. Rounded to minutes to hide the queueing delay; at
 * least one minute.
 * @param expiresAt and `now` are epoch milliseconds.
 */
export const formatExpiry = (expiresAt: number, now: number, locale: Locale): string => {
  const counted = (count: number, unit: 'day' | 'hour' | 'minute'): string =>
    new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(count)
  const minutes = Math.max(1, Math.round((expiresAt - now) / minute))
  const days = Math.floor(minutes / 1_440)
  const hours = Math.floor((minutes % 1_440) / 60)
  const parts = [
    ...(days > 0 ? [counted(days, 'day')] : []),
    ...(hours > 0 ? [counted(hours, 'hour')] : []),
    // Omits minutes after days as needless precision.
    ...(minutes % 60 > 0 && days === 0 ? [counted(minutes % 60, 'minute')] : []),
  ]
  return new Intl.ListFormat(locale, { type: 'conjunction' }).format(parts)
}

const time = z.int()
const content = z.discriminatedUnion('template', [
  /** Identical for new and existing accounts, so that the mail doesn't disclose account existence. */
  z.object({ template: z.literal('magic-link'), link: z.string() }),
  /** Sent when a login is requested for an address without an account, in projects that disclose this by mail. */
  z.object({ template: z.literal('no-account') }),
  /** Sent to the address of an account that another user tried to add to theirs. */
  z.object({ template: z.literal('address-taken') }),
  /** `autofillHost` is the host whose page the browser may autofill the code into (WICG SMS one-time codes). */
  z.object({ template: z.literal('passcode'), code: z.string(), autofillHost: z.string().nullable() }),
  z.object({ template: z.literal('password-reset'), resetLink: z.string(), loginLink: z.string().nullable() }),
  /** The same links: either confirms the address. */
  z.object({ template: z.literal('confirm-address'), resetLink: z.string(), loginLink: z.string().nullable() }),
  /** A sign-in in a browser that the owner has not used before; `country` in two letters, or empty. */
  z.object({
    template: z.literal('new-device'),
    browser: z.string(),
    system: z.string(),
    country: z.string(),
    network: z.string(),
    at: time,
    notMeLink: z.string(),
  }),
  /** `change` names a notice of some factor. */
  z.object({ template: z.literal('account-changed'), change: z.string(), at: time }),
])

/** A queued message: its content before rendering. Stored in the transaction that created its code or link, and rendered when sent. */
export const message = z.object({
  projectId: z.string(),
  channel: z.enum(['email', 'sms', 'whatsapp']),
  /** A canonical email address, or an E.164 phone number. */
  to: z.string(),
  /** The project's name, as people know it. */
  project: z.string(),
  /** The language it is written in; English in messages that an older version queued. */
  locale: z.enum(locales).default('en'),
  /** Epoch ms after which the message is worth nothing and is not sent any more; null: it never is. */
  expiresAt: time.nullable(),
  /** For SMS and WhatsApp: the text's ID, and the method ID of its code. */
  text: z.object({ textId: z.string(), methodId: z.string() }).nullable().default(null),
  content,
})
export type Message = z.infer<typeof message>

export type Channel = Message['channel']
export type Content = Message['content']

/** A rendered message. `subject` and `html` are null for texts; `links` and `code` are the actionable parts. */
export type RenderedMessage = {
  readonly subject: string | null
  readonly text: string
  readonly html: string | null
  readonly links: readonly string[]
  readonly code: string | null
}

/** Notification of an account change in every supported language. */
export type Notice = {
  change: AccountChange
  /** Advice if it was not them: take the account back with a new password, undo the change, or ask the operators. */
  advice: 'takeItBack' | 'undoIt' | 'itIsGone' | 'askWhy'
  words: Readonly<Record<Locale, { readonly subject: string; readonly sentence: string }>>
}

type Addressed = {
  readonly project: { readonly id: string; readonly name: string; readonly locale: Locale }
  /** A canonical email address, or an E.164 phone number. */
  readonly to: string
  /** Requested locale, such as `es-MX`. Falls back to the project's locale if unsupported. */
  readonly locale?: string | undefined
}
type Expiring = Addressed & {
  /** Epoch ms. */
  readonly expiresAt: number
}

const envelope = ({ project, to, locale }: Addressed) => ({
  projectId: project.id,
  project: project.name,
  to,
  locale: chooseLocale(locale, project.locale),
  text: null,
})

/** Magic link mail. It doesn't disclose if it logs in or signs up. */
export const magicLinkMail = (about: Expiring & { readonly link: string }): Message => ({
  ...envelope(about),
  channel: 'email',
  expiresAt: about.expiresAt,
  content: { template: 'magic-link', link: about.link },
})

/** Mail to an address without an account, sent instead of a link or code at the same cost. */
export const noAccountMail = (about: Expiring): Message => ({
  ...envelope(about),
  channel: 'email',
  expiresAt: about.expiresAt,
  content: { template: 'no-account' },
})

/** Mail to an account's address that another signed-in user tried to add, sent instead of a link or code. */
export const addressTakenMail = (about: Expiring): Message => ({
  ...envelope(about),
  channel: 'email',
  expiresAt: about.expiresAt,
  content: { template: 'address-taken' },
})

/**
 * OTP message. `autofillHost` lets the browser autofill a texted code on that host's page; `methodId` identifies the code for verification.
 */
export const passcodeMessage = (
  about: Expiring & {
    readonly channel: Channel
    readonly code: string
    readonly methodId: string
    readonly autofillHost?: string | undefined
  },
): Message => ({
  ...envelope(about),
  text: about.channel === 'email' ? null : { textId: randomUUID(), methodId: about.methodId },
  channel: about.channel,
  expiresAt: about.expiresAt,
  content: {
    template: 'passcode',
    code: about.code,
    autofillHost: about.channel === 'sms' ? (about.autofillHost ?? null) : null,
  },
})

/** The start of a password reset. `loginLink`, when there is one, logs in without a password. */
export const resetMail = (
  about: Expiring & { readonly resetLink: string; readonly loginLink: string | null },
): Message => ({
  ...envelope(about),
  channel: 'email',
  expiresAt: about.expiresAt,
  content: { template: 'password-reset', resetLink: about.resetLink, loginLink: about.loginLink },
})

/** The same links for a user who signed up, or requested a password, with an unverified address. */
export const confirmationMail = (about: Parameters<typeof resetMail>[0]): Message => ({
  ...envelope(about),
  channel: 'email',
  expiresAt: about.expiresAt,
  content: { template: 'confirm-address', resetLink: about.resetLink, loginLink: about.loginLink },
})

/** New device notification to the account owner. `at` is the sign-in time, in epoch ms. */
export const newDeviceMail = ({
  browser,
  system,
  country,
  network,
  at,
  notMeLink,
  ...about
}: Expiring & Omit<Extract<Content, { template: 'new-device' }>, 'template'>): Message => ({
  ...envelope(about),
  channel: 'email',
  expiresAt: about.expiresAt,
  content: { template: 'new-device', browser, system, country, network, at, notMeLink },
})

/** Notification to the account owner about a change, such as `password-changed`. `at` is the time of the change, in epoch ms. */
export const accountChangedMail = (
  about: Addressed & { readonly change: AccountChange; readonly at: number },
): Message => ({
  ...envelope(about),
  channel: 'email',
  expiresAt: null,
  content: { template: 'account-changed', change: about.change, at: about.at },
})
