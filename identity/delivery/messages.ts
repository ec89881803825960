import { randomUUID } from 'node:crypto'
import { chooseLocale, type Locale } from '../platform/locales/index.ts'
import type { AccountChange } from '../platform/names/index.ts'
import type { Channel, Content, Message } from './message.ts'

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
