import { enqueueJob, type OutboxTables } from '@corroborate/server-kit/outbox'
import type { Transaction } from 'kysely'

/** Topic of a mail to a reporter. `withdrawn`: by two moderators. */
export type PayoutTopic = 'awarded' | 'paid' | 'came-back' | 'bank-refused' | 'withdrawn'

export type PayoutJobs = {
  /** Sends a due payout to a payable reporter by Stripe. */
  'payouts.send': { payout: string }
  'payouts.mail': { payout: string; about: PayoutTopic }
}

/** Schedules a payout if the caller's transaction commits. */
export const planSend = <T extends OutboxTables>(tx: Transaction<T>, payout: string, now: number): Promise<void> =>
  enqueueJob(tx, { kind: 'payouts.send' satisfies keyof PayoutJobs, payload: { payout } }, now)

/** Schedules a mail to the reporter if the caller's transaction commits. */
export const planPayoutMail = <T extends OutboxTables>(
  tx: Transaction<T>,
  payload: PayoutJobs['payouts.mail'],
  now: number,
): Promise<void> => enqueueJob(tx, { kind: 'payouts.mail' satisfies keyof PayoutJobs, payload }, now)
