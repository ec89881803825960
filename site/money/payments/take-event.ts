import { runTransaction } from '@corroborate/server-kit/database'
import { enqueueJob, type OutboxTables } from '@corroborate/server-kit/outbox'
import type { Kysely, Transaction } from 'kysely'
import type { Stripe } from 'stripe'
import type { ActivityTables } from '../../paper/activity/index.ts'
import type { ClaimTables } from '../../readers/claims/index.ts'
import type { ModerationTables } from '../../readers/moderation/index.ts'
import type { ReportTables } from '../../readers/reports/index.ts'
import { type BountyTables, planLook } from '../bounties/index.ts'
import {
  type Contribution,
  type ContributionTables,
  notePaid,
  planMail,
  type ToldSession,
  takeSession,
} from '../contributions/index.ts'
import { bookEntry, doiOfFund, type LedgerTables } from '../ledger/index.ts'
import type { MoneyLogTables } from '../money-log/index.ts'
import { type PayoutTables, type SettleTables, takePayoutEvent } from '../payouts/index.ts'
import { noteRefund, type ReturnTables } from '../returns/index.ts'
import { dueEntries } from './due-entries.ts'
import { noFacts, standingOf } from './facts.ts'
import { factsOfEvent, type ToldFacts } from './read-facts.ts'
import { addFacts, noteEvent, type PaymentTables, readBooked } from './store.ts'

export type PaymentDatabase = PaymentTables &
  LedgerTables &
  ContributionTables &
  ModerationTables &
  ActivityTables &
  BountyTables &
  MoneyLogTables &
  PayoutTables &
  ReportTables &
  ClaimTables &
  OutboxTables

export type PaymentJobs = {
  'payments.fees': { payment: string }
}

export type TakeOptions = { now: () => number }

type Tx = Transaction<PaymentDatabase>

/**
 * Processes a signed Stripe event: stores and books it exactly once, in one transaction. Nothing else books the actions of payers and their
 * banks.
 * @returns the outcome; `others`: unrelated to the site
 */
export const takeEvent = async (
  db: Kysely<PaymentDatabase>,
  event: Stripe.Event,
  { now }: TakeOptions,
): Promise<'taken' | 'repeated' | 'others'> =>
  runTransaction(db, async tx => {
    const session = sessionOf(event)
    const facts = factsOfEvent(event)
    const told = facts ?? (session === null ? null : { payment: session.id, facts: noFacts })
    const isNew = await noteEvent(tx.$pickTables<keyof PaymentTables>(), {
      id: event.id,
      type: event.type,
      payment: told?.payment ?? null,
      created: event.created,
      received_at: now(),
    })
    if (!isNew) return 'repeated'
    if (told === null) {
      const payout = await takePayoutEvent(tx.$pickTables<keyof SettleTables>(), event, now())
      return payout === null ? 'others' : 'taken'
    }
    const taken = session === null ? null : await takeSession(tx.$pickTables<keyof ContributionTables>(), session)
    for (const mail of taken?.mails ?? []) await planMail(tx.$pickTables<'outbox'>(), mail, now())
    if (session !== null && taken === null) return 'others'
    if (facts === null) return 'taken'
    const at = event.created * 1_000
    if (!(await takeFacts(tx, facts, { contribution: taken?.contribution ?? null, at, now }))) return 'others'
    const refund = refundOf(event)
    if (refund !== null) await noteRefund(tx.$pickTables<keyof ReturnTables>(), refund, now())
    await planFees(tx, told.payment, now())
    return 'taken'
  })

type TakeFactsOptions = TakeOptions & { contribution: Contribution | null; at: number }

/**
 * Merges facts into a payment and books the result, in the caller's transaction.
 * @returns true if the payment is known to be ours
 */
export const takeFacts = async (
  tx: Tx,
  { payment, facts }: ToldFacts,
  { contribution, at, now }: TakeFactsOptions,
): Promise<boolean> => {
  const known = await addFacts(tx.$pickTables<keyof PaymentTables>(), {
    id: payment,
    facts,
    contribution: contribution?.id ?? null,
    fund: contribution?.fund ?? null,
  })
  if (known.fund === null || known.contribution === null) return false
  const standing = standingOf(known.facts)
  if (standing === null) return true
  const ledger = tx.$pickTables<keyof LedgerTables>()
  const entries = dueEntries({ payment, fund: known.fund, at }, standing, await readBooked(ledger, payment))
  for (const entry of entries) await bookEntry(ledger, entry, now())
  if (entries.length === 0) return true
  const doi = doiOfFund(known.fund)
  if (doi !== null) await planLook(tx.$pickTables<'outbox'>(), doi, now())
  const mails = await notePaid(tx, known.contribution, standing, { payment, at, now: now() })
  for (const mail of mails) await planMail(tx.$pickTables<'outbox'>(), mail, now())
  return true
}

const planFees = (tx: Tx, payment: string, now: number): Promise<void> =>
  enqueueJob(
    tx.$pickTables<'outbox'>(),
    { kind: 'payments.fees' satisfies keyof PaymentJobs, payload: { payment }, key: payment },
    now,
  )

/** The refund that an event is about; null for events about anything else. */
const refundOf = (event: Stripe.Event): Stripe.Refund | null =>
  event.type === 'refund.created' || event.type === 'refund.updated' || event.type === 'refund.failed'
    ? event.data.object
    : null

/** Returns an event's checkout session; null for other events. */
const sessionOf = (event: Stripe.Event): ToldSession | null => {
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
      return toldSession(event.data.object, 'processing')
    case 'checkout.session.async_payment_failed':
      return toldSession(event.data.object, 'failed')
    case 'checkout.session.expired':
      return toldSession(event.data.object, 'expired')
    default:
      return null
  }
}

const toldSession = (session: Stripe.Checkout.Session, state: ToldSession['state']): ToldSession => ({
  id: session.id,
  contribution: session.client_reference_id ?? session.metadata?.contribution ?? null,
  email: session.customer_details?.email ?? session.customer_email ?? null,
  state,
})
