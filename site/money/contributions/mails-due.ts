import type { Amount } from '../../kit/amounts/index.ts'
import type { Contribution } from './store.ts'

/** Booked state of a contribution's payment; amounts in minor units of `paid.currency`. */
export type PaidStanding = { paid: Amount; refunded: number; disputed: number }

export type MailTopic = 'receipt' | 'failed' | 'refunded' | 'disputed' | 'dispute-won'

/** A mail about a contribution. `amount`: the change, in minor units. */
export type MailOf = { contribution: string; about: MailTopic; amount: number }

/** Returns the mails due for a payment change, one for each amount that increased or decreased. */
export const mailsDue = (
  before: Pick<Contribution, 'id' | 'state' | 'refunded' | 'disputed'>,
  { paid, refunded, disputed }: PaidStanding,
): MailOf[] => {
  const { id: contribution } = before
  const mails: (MailOf | false)[] = [
    before.state !== 'paid' && { contribution, about: 'receipt', amount: paid.amount },
    refunded > before.refunded && { contribution, about: 'refunded', amount: refunded - before.refunded },
    disputed > before.disputed && { contribution, about: 'disputed', amount: disputed - before.disputed },
    disputed < before.disputed && { contribution, about: 'dispute-won', amount: before.disputed - disputed },
  ]
  return mails.filter(mail => mail !== false)
}
