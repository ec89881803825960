import { runTransaction } from '@corroborate/server-kit/database'
import { type HttpContext, HttpProblem, logOf } from '@corroborate/server-kit/http'
import { enqueueJob, type Handlers, type OutboxTables } from '@corroborate/server-kit/outbox'
import type { Kysely, Transaction } from 'kysely'
import type { Stripe } from 'stripe'
import { paths } from '../../kit/doi/index.ts'
import { defineFeature, type Handler, nothingOfPeople } from '../../kit/feature/index.ts'
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
import { doiOfFund } from '../ledger/accounts.ts'
import { bookEntry, type LedgerTables, ledgerAccountsMigration, ledgerMigration } from '../ledger/store.ts'
import type { MoneyLogTables } from '../money-log/store.ts'
import { type PayoutTables, type SettleTables, takePayoutEvent } from '../payouts/index.ts'
import { noteRefund, type ReturnTables } from '../returns/index.ts'
import type { StripeAccess, WithStripe } from '../stripe/open-stripe.ts'
import { dueEntries } from './due-entries.ts'
import { factsOfEvent, feesOfCharge, noFacts, standingOf, type ToldFacts } from './facts.ts'
import { addFacts, noteEvent, type PaymentTables, paymentMigration, readBooked } from './store.ts'

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

type PaymentJobs = {
  'payments.fees': { payment: string }
}

type TakeOptions = { now: () => number }

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
const takeFacts = async (
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

type FeesOptions = TakeOptions & { db: Kysely<PaymentDatabase>; stripe: StripeAccess }

/** Fetches Stripe's fees after each event, since events don't include them. An unknown payment has no fees. */
export const createFeesJob = ({ db, stripe, now }: FeesOptions): Required<Handlers<PaymentJobs>> => ({
  'payments.fees': async ({ payment }) => {
    const fees = await readFees(await stripe.api(), payment)
    if (Object.keys(fees).length === 0) return
    await runTransaction(db, tx =>
      takeFacts(tx, { payment, facts: { ...noFacts, fees } }, { contribution: null, at: now(), now }),
    )
  },
})

/** Returns the fees of a payment's charge by balance transaction. */
export const readFees = async (api: Stripe, payment: string) => {
  if (!payment.startsWith('pi_')) return {}
  try {
    const expand = ['latest_charge.balance_transaction']
    return feesOfCharge((await api.paymentIntents.retrieve(payment, { expand })).latest_charge)
  } catch (error) {
    if (isUnknown(error)) return {}
    throw error
  }
}

/** True if Stripe reports that the resource does not exist. */
const isUnknown = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && Reflect.get(error, 'statusCode') === 404

type WebhookOptions = TakeOptions & { db: Kysely<PaymentDatabase>; stripe: StripeAccess }

/** `POST /webhooks/stripe`. Returns 200 only after storing the event; otherwise Stripe redelivers it. */
const createWebhookCall =
  ({ db, stripe, now }: WebhookOptions): Handler =>
  async (c: HttpContext) => {
    const body = new Uint8Array(await c.req.arrayBuffer())
    const event = await stripe.readEvent(body, c.req.header('Stripe-Signature'))
    if (event === null)
      throw new HttpProblem(400, 'This is not signed by Stripe, or was signed too long ago: nothing was booked.')
    const { id, type } = event
    const outcome = await takeEvent(db, event, { now })
    logOf(c).info({ event: id, type, outcome }, 'an event of Stripe')
    c.header('Cache-Control', 'no-store')
    return c.json({ received: true })
  }

/** Stripe payment events and their ledger entries. */
export const paymentsFeature = defineFeature<PaymentDatabase, PaymentJobs, WithStripe>()({
  migrations: [ledgerMigration, ledgerAccountsMigration, paymentMigration],
  ...nothingOfPeople,
  open: ({ db, stripe, now }) => {
    const idle = { 'payments.fees': async () => {} }
    if (stripe === null) return { jobs: idle }
    return {
      jobs: createFeesJob({ db, stripe, now }),
      routes: { [paths.stripeEvents]: { POST: createWebhookCall({ db, stripe, now }) } },
    }
  },
})
