import type { Locale } from '../../kit/locales/index.ts'
import type { Frequencies } from './topics.ts'

/** The page at `/dashboard/mails`. */
export type MailSettingsModel = {
  frequencies: Frequencies
  locale: Locale
  /** Where mails go; null while no address is proved. */
  address: string | null
  saved: boolean
}

/** The page at `/unsubscribe`. */
export type UnsubscribeModel =
  | { kind: 'ask'; token: string }
  | { kind: 'done' }
  /** The word of the mail is not ours, or was cut. */
  | { kind: 'unreadable' }
