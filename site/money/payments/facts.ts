import type { Stripe } from 'stripe'
import type { Amount } from '../../kit/amounts/format.ts'

/**
 * Facts from Stripe about one payment. They form a join semilattice: `mergeFacts` is commutative, associative and idempotent, so that
 * events may arrive early, late, repeatedly or in any order. Amounts in minor units.
 */
export type PaymentFacts = {
  paid: Amount | null
  /** By the refund's id. Its money has left us, or come back because it could not be delivered. */
  refunds: Readonly<Record<string, { amount: number; failed: boolean }>>
  /** Highest refunded total reported by Stripe, for refunds not reported individually. */
  refunded: number
  /** By the dispute's id: money that the payer's bank took back, and gave again when the dispute was won. */
  disputes: Readonly<Record<string, { amount: number; withdrawn: boolean; reinstated: boolean }>>
  /** Fees by balance transaction ID, in the account's currency; negative if returned. */
  fees: Readonly<Record<string, Amount>>
}

export const noFacts: PaymentFacts = { paid: null, refunds: {}, refunded: 0, disputes: {}, fees: {} }

export const mergeFacts = (a: PaymentFacts, b: PaymentFacts): PaymentFacts => ({
  paid: a.paid === null || b.paid === null ? (a.paid ?? b.paid) : laterOf(a.paid, b.paid),
  refunds: merged(a.refunds, b.refunds, (one, other) => ({
    amount: Math.max(one.amount, other.amount),
    failed: one.failed || other.failed,
  })),
  refunded: Math.max(a.refunded, b.refunded),
  disputes: merged(a.disputes, b.disputes, (one, other) => ({
    amount: Math.max(one.amount, other.amount),
    withdrawn: one.withdrawn || other.withdrawn,
    reinstated: one.reinstated || other.reinstated,
  })),
  fees: { ...a.fees, ...b.fees },
})

/** A payment has one amount. If two differ by mistake, the result must not depend on their order. */
const laterOf = (a: Amount, b: Amount): Amount => (`${a.currency} ${a.amount}` < `${b.currency} ${b.amount}` ? b : a)

const merged = <T>(
  a: Readonly<Record<string, T>>,
  b: Readonly<Record<string, T>>,
  join: (one: T, other: T) => T,
): Readonly<Record<string, T>> => {
  const all = { ...a }
  for (const [id, one] of Object.entries(b)) {
    const other = all[id]
    all[id] = other === undefined ? one : join(other, one)
  }
  return all
}

/** Target ledger state of a payment: paid, refunded and disputed amounts, and Stripe's fees by currency. */
export type Standing = {
  paid: Amount
  refunded: number
  disputed: number
  fees: ReadonlyMap<string, number>
}

/** Derives the ledger state from facts; null before payment. Earlier refunds and disputes apply once it is paid. */
export const standingOf = ({ paid, refunds, refunded, disputes, fees }: PaymentFacts): Standing | null => {
  if (paid === null) return null
  const all = Object.values(refunds)
  const untold = Math.max(0, refunded - sum(all.map(({ amount }) => amount)))
  return {
    paid,
    refunded: untold + sum(all.map(({ amount, failed }) => (failed ? 0 : amount))),
    disputed: sum(
      Object.values(disputes).map(({ amount, withdrawn, reinstated }) => (withdrawn && !reinstated ? amount : 0)),
    ),
    fees: sumByCurrency(Object.values(fees)),
  }
}

export const sumByCurrency = (amounts: readonly Amount[]): ReadonlyMap<string, number> => {
  const sums = new Map<string, number>()
  for (const { amount, currency } of amounts) sums.set(currency, (sums.get(currency) ?? 0) + amount)
  return sums
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0)

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
