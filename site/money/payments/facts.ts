import type { Amount } from '../../kit/amounts/index.ts'

/**
 * What Stripe has told of one payment, in whatever order and however often. Facts only ever grow: `mergeFacts` of the same ones comes
 * to the same, however they are parted and ordered, so that no event is too early, too late or one too many. Amounts in minor units.
 */
export type PaymentFacts = {
  /** What was paid, once it was. */
  paid: Amount | null
  /** By the refund's id. Its money has left us, or come back because it could not be delivered. */
  refunds: Readonly<Record<string, { amount: number; failed: boolean }>>
  /** The most that Stripe has said was refunded of it in all: where single refunds were not told. */
  refunded: number
  /** By the dispute's id: money that the payer's bank took back, and gave again when the dispute was won. */
  disputes: Readonly<Record<string, { amount: number; withdrawn: boolean; reinstated: boolean }>>
  /** What Stripe kept, by the balance transaction's id; below 0 what it gave back. In the currency of the account. */
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

/** A payment is made once: two that differ are a mistake of somebody's, and then both orders must come to one. */
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

/** What the books should say of a payment: how much of it has come, gone back, and been taken back; and Stripe's fees by currency. */
export type Standing = {
  paid: Amount
  refunded: number
  disputed: number
  fees: ReadonlyMap<string, number>
}

/** What facts come to; null before anything was paid: what was refunded or disputed of it waits until then. */
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
