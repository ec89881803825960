import type { Recipient } from './hold-recipient.ts'

/** The endpoint that requests a link or code: `login_or_create`, `send/primary` or `send/secondary`. */
export type Purpose = 'login_or_create' | 'primary' | 'secondary'

/** Message to send: the link or code, or a mail that explains why there is none. */
export type ChosenMessage = 'secret' | 'address-taken' | 'no-account'

/**
 * Selects the message for a recipient. An address verified by another account gets no link or code, and `send/primary` creates no accounts.
 * Only the mail discloses this; the response is always the same. Pure.
 */
export const chooseMessage = (
  purpose: Purpose,
  { hasAccount, isTaken }: Pick<Recipient, 'hasAccount' | 'isTaken'>,
): ChosenMessage => {
  if (isTaken) return 'address-taken'
  return hasAccount || purpose !== 'primary' ? 'secret' : 'no-account'
}
