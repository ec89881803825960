import type { Stripe } from 'stripe'
import { mergeFacts, noFacts, type PaymentFacts } from './facts.ts'

/** Facts about one payment, by the id of its PaymentIntent. */
export type ToldFacts = { payment: string; facts: PaymentFacts }

/** Returns a checkout session's payment facts: none before it is paid. A session without a PaymentIntent is its own payment. */
export const factsOfSession = (session: Stripe.Checkout.Session): ToldFacts => {
  const { amount_total, currency, payment_status } = session
  const amount = amount_total ?? 0
  const isPaid = payment_status === 'paid' && currency !== null && amount > 0
  return {
    payment: idOf(session.payment_intent) ?? session.id,
    facts: { ...noFacts, paid: isPaid ? { amount, currency: currency.toLowerCase() } : null },
  }
}

/** A refund takes its money at once, also while it is on its way; one that waits for the payer to act has not begun. */
export const factsOfRefund = ({ id, status, amount, ...refund }: Stripe.Refund): ToldFacts | null => {
  const payment = idOf(refund.payment_intent)
  if (payment === null || status === 'requires_action') return null
  const failed = status === 'failed' || status === 'canceled'
  return { payment, facts: { ...noFacts, refunds: { [id]: { amount, failed } } } }
}

export const factsOfCharge = (charge: Stripe.Charge): ToldFacts | null => {
  const payment = idOf(charge.payment_intent)
  if (payment === null) return null
  const told = (charge.refunds?.data ?? []).flatMap(refund => factsOfRefund(refund) ?? [])
  const start: PaymentFacts = { ...noFacts, refunded: charge.amount_refunded ?? 0 }
  return { payment, facts: told.reduce((all, { facts }) => mergeFacts(all, facts), start) }
}

/** Money movement is derived from the dispute's balance transactions or the event type. */
export const factsOfDispute = (dispute: Stripe.Dispute, event = ''): ToldFacts | null => {
  const payment = idOf(dispute.payment_intent)
  if (payment === null) return null
  const moves = dispute.balance_transactions ?? []
  const reinstated = event.endsWith('.funds_reinstated') || moves.some(({ amount }) => amount > 0)
  const withdrawn = reinstated || event.endsWith('.funds_withdrawn') || moves.some(({ amount }) => amount < 0)
  return {
    payment,
    facts: {
      ...noFacts,
      disputes: { [dispute.id]: { amount: dispute.amount, withdrawn, reinstated } },
      fees: feesOf(moves),
    },
  }
}

/** Returns the nonzero fees of balance transactions. */
export const feesOf = (moves: readonly Stripe.BalanceTransaction[]): PaymentFacts['fees'] =>
  Object.fromEntries(
    moves.filter(({ fee }) => fee !== 0).map(({ id, fee: amount, currency }) => [id, { amount, currency }]),
  )

/** The same of a charge, where its balance transaction came along. */
export const feesOfCharge = (charge: Stripe.PaymentIntent['latest_charge']): PaymentFacts['fees'] => {
  const move = typeof charge === 'string' ? null : charge?.balance_transaction
  return typeof move === 'object' && move !== null ? feesOf([move]) : {}
}

/** Returns an event's payment facts; null for unrelated events. */
export const factsOfEvent = (event: Stripe.Event): ToldFacts | null => {
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
      return factsOfSession(event.data.object)
    case 'refund.created':
    case 'refund.updated':
    case 'refund.failed':
    case 'charge.refund.updated':
      return factsOfRefund(event.data.object as Stripe.Refund)
    case 'charge.refunded':
      return factsOfCharge(event.data.object)
    case 'charge.dispute.created':
    case 'charge.dispute.updated':
    case 'charge.dispute.closed':
    case 'charge.dispute.funds_withdrawn':
    case 'charge.dispute.funds_reinstated':
      return factsOfDispute(event.data.object, event.type)
    default:
      return null
  }
}

export const idOf = (reference: string | { id: string } | null | undefined): string | null =>
  typeof reference === 'string' ? reference : (reference?.id ?? null)
