import type { Amount } from '../../kit/amounts/index.ts'
import type { Contribution } from './store.ts'

/** What the books say of a contribution's payment by now; amounts in minor units of `paid.currency`. */
export type PaidStanding = { paid: Amount; refunded: number; disputed: number }

/** What somebody is written to about: that money came, did not come, went back, or was taken back by their bank. */
export type MailTopic = 'receipt' | 'failed' | 'refunded' | 'disputed' | 'dispute-won'

/** A mail about a contribution. `amount` in minor units: what came or went this time. */
export type MailOf = { contribution: string; about: MailTopic; amount: number }

/** The mails that a change of a contribution's payment asks for: one for each thing that is more, or less, than it was. */
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
