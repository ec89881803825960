import type { Locale } from '../../platform/locales/index.ts'
import type { Notice } from '../messages.ts'

/** Values available in every message. `expiry` is a duration in words. */
export type Facts = { readonly project: string; readonly to: string; readonly expiry: string }

/** Strings of one mail. `preview` is the preheader; `footer` is the reason for the mail. */
type MailWords = {
  readonly subject: string
  readonly heading: string
  readonly preview: string
  readonly opening: readonly string[]
  readonly afterAction?: readonly string[]
  /** Advice for recipients who did not request the mail. */
  readonly ifNotYou: string
  readonly footer: string
}

/** All message strings in one language. */
export type Words = {
  readonly language: Locale
  /** `Intl` locale for dates, including the region. */
  readonly dates: string
  readonly notYou: string
  readonly spelledOut: string
  readonly magicLink: (facts: Facts) => MailWords & { readonly label: string }
  readonly noAccount: (facts: Facts) => MailWords
  readonly addressTaken: (facts: Facts) => MailWords
  readonly passcode: (facts: Facts, code: string) => MailWords
  /** On a phone: one breath, the code first, because a lock screen shows no more; in GSM 7 letters, to be one SMS. */
  readonly passcodeText: (facts: Facts, code: string) => string
  readonly passwordReset: (facts: Facts) => MailWords & TwoLinks
  readonly confirmAddress: (facts: Facts) => MailWords & TwoLinks
  readonly newDevice: (facts: Facts, signIn: NewDevice) => MailWords & { readonly label: string }
  readonly advice: Readonly<Record<Notice['advice'], string>>
  readonly accountChanged: (facts: Facts, change: Change, when: string) => MailWords
}

/** Labels of two links and the sentence between them. */
type TwoLinks = { readonly label: string; readonly otherSentence: string; readonly otherLabel: string }

/** Device, place and time of a sign-in; empty if unknown. */
export type NewDevice = { readonly device: string; readonly place: string; readonly when: string }

export type Change = { readonly subject: string; readonly sentence: string; readonly advice: string }
