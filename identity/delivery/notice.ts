import type { Locale } from '../platform/locales/index.ts'
import type { AccountChange } from '../platform/names/index.ts'

/** Notification of an account change in every supported language. */
export type Notice = {
  change: AccountChange
  /** Advice if it was not them: take the account back with a new password, undo the change, or ask the operators. */
  advice: 'takeItBack' | 'undoIt' | 'itIsGone' | 'askWhy'
  words: Readonly<Record<Locale, { readonly subject: string; readonly sentence: string }>>
}
