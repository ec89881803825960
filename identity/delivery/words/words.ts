import type { Locale } from '../../platform/locales/index.ts'
import type { Notice } from '../notice.ts'

/** What every message knows besides its own content. `expiry` is a span of time in words. */
export type Facts = { readonly project: string; readonly to: string; readonly expiry: string }

/** One mail. `preview` is what an inbox shows beside the subject, `footer` why the reader gets it. */
type MailWords = {
  readonly subject: string
  readonly heading: string
  readonly preview: string
  readonly opening: readonly string[]
  readonly afterAction?: readonly string[]
  /** What to do if it was not you. */
  readonly ifNotYou: string
  readonly footer: string
}

/** Everything that is said to people in one language. */
export type Words = {
  readonly language: Locale
  /** As in `Intl`: the language with the region whose dates it writes. */
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

/** The words on two links, and between them. */
type TwoLinks = { readonly label: string; readonly otherSentence: string; readonly otherLabel: string }

/** Where and when somebody signed in; empty where it is not known. */
export type NewDevice = { readonly device: string; readonly place: string; readonly when: string }

export type Change = { readonly subject: string; readonly sentence: string; readonly advice: string }
