import type { Transaction } from 'kysely'
import { type Amount, formatAmount } from '../../kit/amounts/format.ts'
import { paths, storedDoi } from '../../kit/doi/index.ts'
import { type ActivityTables, recordActivity } from '../../paper/activity/index.ts'
import { type ModerationTables, ofPool, submit } from '../../readers/moderation/index.ts'
import { doiOfFund } from '../ledger/accounts.ts'
import {
  type Contribution,
  type ContributionState,
  type ContributionTables,
  findBySession,
  findContribution,
} from './store.ts'

/** Booked state of a contribution's payment; amounts in minor units of `paid.currency`. */
type PaidStanding = { paid: Amount; refunded: number; disputed: number }

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

/** Checkout session in a webhook event. */
export type ToldSession = {
  id: string
  /** Contribution ID from our metadata. */
  contribution: string | null
  email: string | null
  state: Exclude<ContributionState, 'begun' | 'paid'>
}

/** Stripe events may arrive out of order. A contribution's state only advances, and a paid one stays paid. */
const progress: Readonly<Record<ContributionState, number>> = {
  begun: 0,
  open: 1,
  processing: 2,
  expired: 3,
  failed: 4,
  paid: 5,
}

/**
 * Applies an event's checkout session in the caller's transaction.
 * @returns the session's contribution and the mail to send; null for an unknown session
 */
export const takeSession = async (
  tx: Transaction<ContributionTables>,
  told: ToldSession,
): Promise<{ contribution: Contribution; mails: MailOf[] } | null> => {
  const known =
    (await findBySession(tx, told.id)) ??
    (told.contribution === null ? null : await findContribution(tx, told.contribution))
  // If there are two sessions for one contribution, the one we did not create may belong to another person.
  if (known === null || (known.session !== null && known.session !== told.id)) return null
  const goesOn = progress[told.state] > progress[known.state]
  const state = goesOn ? told.state : known.state
  const email = known.email ?? told.email
  await tx.updateTable('contributions').set({ session: told.id, state, email }).where('id', '=', known.id).execute()
  const mails: MailOf[] =
    goesOn && state === 'failed' ? [{ contribution: known.id, about: 'failed', amount: known.amount }] : []
  return { contribution: { ...known, session: told.id, state, email }, mails }
}

type Tables = ContributionTables & ModerationTables & ActivityTables

/**
 * Records a contribution's paid and refunded amounts in the transaction that books them.
 * @returns the mails due
 */
export const notePaid = async (
  tx: Transaction<Tables>,
  id: string,
  { paid, refunded, disputed }: PaidStanding,
  { payment, at, now }: { payment: string; at: number; now: number },
): Promise<MailOf[]> => {
  const contributions = tx.$pickTables<keyof ContributionTables>()
  const known = await findContribution(contributions, id)
  if (known === null) return []
  await contributions
    .updateTable('contributions')
    .set({
      state: 'paid',
      payment,
      paid_amount: paid.amount,
      paid_currency: paid.currency,
      paid_at: known.paid_at ?? at,
      refunded,
      disputed,
    })
    .where('id', '=', id)
    .execute()
  if (known.state !== 'paid') await makeKnown(tx, known, paid, { at, now })
  return mailsDue(known, { paid, refunded, disputed })
}

/** Notifies others of the increased bounty, and queues name and message for moderation now that they are paid for. */
const makeKnown = async (
  tx: Transaction<Tables>,
  { id, fund, giver, name, message, locale }: Contribution,
  paid: Amount,
  { at, now }: { at: number; now: number },
): Promise<void> => {
  const doi = doiOfFund(fund)
  if (giver !== null && (name !== null || message !== null)) {
    const moderation = tx.$pickTables<keyof ModerationTables>()
    await submit(moderation, {
      kind: 'contribution',
      id,
      doi: doi ?? storedDoi(ofPool),
      writer: giver,
      locale,
      signals: [],
      now,
    })
  }
  if (doi === null) return
  const label = `Bounty increased by ${formatAmount(paid)}`
  const activity = { doi, kind: 'bounty', key: `bounty:${id}`, at, date: null, label, outcome: null } as const
  const by = { name: 'A reader', href: null }
  await recordActivity(
    tx.$pickTables<keyof ActivityTables>(),
    { ...activity, by, money: paid, detail: null, path: paths.paper(doi) },
    now,
  )
}
