import { plainAmount } from '../../kit/amounts/index.ts'

/** A difference between Stripe's list and the ledger, with a message; `payment` is the Stripe ID of a payment or transfer. */
export type Difference = { payment: string; sentence: string }

/** Returns a message if Stripe's and the ledger's amounts differ, in minor units of one currency; none if they match. */
export const compared = (what: string, theirs: number, ours: number, currency: string): string[] => {
  if (theirs === ours) return []
  const text = (amount: number) => `${plainAmount({ amount, currency })} ${currency.toUpperCase()}`
  return [`${what}: Stripe says ${text(theirs)}, the books ${text(ours)}`]
}
