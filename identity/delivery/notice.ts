import type { Locale } from '../platform/locales/index.ts'
import type { AccountChange } from '../platform/names/index.ts'

/** What the owner of an account is told about a change to it, in every language we write. */
export type Notice = {
  change: AccountChange
  /** What to do if it was not them: take the account back with a new password, undo the change, or nothing but ask. */
  advice: 'takeItBack' | 'undoIt' | 'itIsGone'
  words: Readonly<Record<Locale, { readonly subject: string; readonly sentence: string }>>
}
