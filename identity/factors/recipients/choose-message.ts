import type { Recipient } from './hold-recipient.ts'

/** Which of the three calls asks for a link or code: `login_or_create`, `send/primary` or `send/secondary`. */
export type Purpose = 'login_or_create' | 'primary' | 'secondary'

/** What is sent: the link or code, or in its place a mail that says why there is none. */
export type ChosenMessage = 'secret' | 'address-taken' | 'no-account'

/**
 * What a recipient is sent. An address that another account has proved gets no link or code, and `send/primary` makes no
 * accounts. Only the mail says so: the answer to the call is the same in each case. Pure.
 */
export const chooseMessage = (
  purpose: Purpose,
  { hasAccount, isTaken }: Pick<Recipient, 'hasAccount' | 'isTaken'>,
): ChosenMessage => {
  if (isTaken) return 'address-taken'
  return hasAccount || purpose !== 'primary' ? 'secret' : 'no-account'
}
