import type { Amount } from '../../kit/amounts/index.ts'

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
