import type { Locale } from '../../kit/locales/index.ts'
import { definePage, noIndex } from '../../kit/page/index.ts'
import type { Frequencies } from './topics.ts'

/** The page at `/dashboard/mails`. */
export type MailSettingsModel = {
  frequencies: Frequencies
  locale: Locale
  /** Where mails go; null while no address is proved. */
  address: string | null
  saved: boolean
}

export const mailSettingsPage = definePage({
  name: 'mail-settings',
  head: (_: MailSettingsModel) => ({ title: 'What we mail you · Corroborate', meta: noIndex }),
  islands: null,
  styles: 'kit/browser/styles/for-dashboard.css',
  scriptBudget: 3_000,
})

/** The page at `/unsubscribe`. */
export type UnsubscribeModel =
  | { kind: 'ask'; token: string }
  | { kind: 'done' }
  /** The word of the mail is not ours, or was cut. */
  | { kind: 'unreadable' }

export const unsubscribePage = definePage({
  name: 'unsubscribe',
  head: (_: UnsubscribeModel) => ({ title: 'Unsubscribe · Corroborate', meta: noIndex }),
  islands: null,
  styles: 'kit/browser/styles/for-dashboard.css',
  scriptBudget: 3_000,
})
