import { enqueueJob, type OutboxTables } from '@corroborate/server-kit/outbox'
import type { Transaction } from 'kysely'

/** What a reporter is written to about. `withdrawn`: by two moderators. */
export type PayoutTopic = 'awarded' | 'paid' | 'came-back' | 'bank-refused' | 'withdrawn'

export type PayoutJobs = {
  /** Has Stripe send what is due to a reporter who can be paid there. */
  'payouts.send': { payout: string }
  'payouts.mail': { payout: string; about: PayoutTopic }
}

/** Has a payout sent, if the caller's transaction commits. */
export const planSend = <T extends OutboxTables>(tx: Transaction<T>, payout: string, now: number): Promise<void> =>
  enqueueJob(tx, { kind: 'payouts.send' satisfies keyof PayoutJobs, payload: { payout } }, now)

/** Has the reporter written to, if the caller's transaction commits. */
export const planPayoutMail = <T extends OutboxTables>(
  tx: Transaction<T>,
  payload: PayoutJobs['payouts.mail'],
  now: number,
): Promise<void> => enqueueJob(tx, { kind: 'payouts.mail' satisfies keyof PayoutJobs, payload }, now)
