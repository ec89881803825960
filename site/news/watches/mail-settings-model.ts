import type { Locale } from '@corroborate/wire/locales'
import type { Frequencies } from './topics.ts'

export type MailSettingsModel = {
  frequencies: Frequencies
  locale: Locale
  /** Recipient address; null if none is verified. */
  address: string | null
  saved: boolean
}

/** The page at `/unsubscribe`. */
export type UnsubscribeModel =
  | { kind: 'ask'; token: string }
  | { kind: 'done' }
  /** The unsubscribe token is invalid or truncated. */
  | { kind: 'unreadable' }
