import { randomUUID } from 'node:crypto'
import { chooseLocale, type Locale } from '../platform/locales/index.ts'
import type { AccountChange } from '../platform/names/index.ts'
import type { Channel, Content, Message } from './message.ts'

type Addressed = {
  readonly project: { readonly id: string; readonly name: string; readonly locale: Locale }
  /** A canonical e-mail address; for a phone, a number in E.164. */
  readonly to: string
  /** The language asked for, such as `es-MX`; the project's when we do not write it. */
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

/** A link that logs in or signs up; the mail does not tell which. */
export const magicLinkMail = (about: Expiring & { readonly link: string }): Message => ({
  ...envelope(about),
  channel: 'email',
  expiresAt: about.expiresAt,
  content: { template: 'magic-link', link: about.link },
})

/** For an address that asked to log in to an account nobody has, in place of a link or code, so that both cost the same. */
export const noAccountMail = (about: Expiring): Message => ({
  ...envelope(about),
  channel: 'email',
  expiresAt: about.expiresAt,
  content: { template: 'no-account' },
})

/** For an address of an account that somebody signed in to another one tried to add, in place of a link or code. */
export const addressTakenMail = (about: Expiring): Message => ({
  ...envelope(about),
  channel: 'email',
  expiresAt: about.expiresAt,
  content: { template: 'address-taken' },
})

/**
 * A passcode. `autofillHost` lets the browser offer a texted code to that host's page; `methodId` is what the code is asked
 * back under.
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

/** The same links for who has signed up, or asks for a password, at an address that nobody has proved yet. */
export const confirmationMail = (about: Parameters<typeof resetMail>[0]): Message => ({
  ...envelope(about),
  channel: 'email',
  expiresAt: about.expiresAt,
  content: { template: 'confirm-address', resetLink: about.resetLink, loginLink: about.loginLink },
})

/** Tells the owner of an account of a sign-in in a browser that they have not used before. `at` is when, in epoch ms. */
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

/** Tells the owner of an account about a change to it, such as `password-changed`. `at` is when, in epoch ms. */
export const accountChangedMail = (
  about: Addressed & { readonly change: AccountChange; readonly at: number },
): Message => ({
  ...envelope(about),
  channel: 'email',
  expiresAt: null,
  content: { template: 'account-changed', change: about.change, at: about.at },
})
