import { plainAmount } from '../../kit/amounts/index.ts'

/** Something that Stripe's list and the books do not say alike, in a sentence; `payment` is Stripe's id of a payment or a transfer. */
export type Difference = { payment: string; sentence: string }

/** A sentence where Stripe and the books say different amounts, in minor units of one currency; none where they agree. */
export const compared = (what: string, theirs: number, ours: number, currency: string): string[] => {
  if (theirs === ours) return []
  const text = (amount: number) => `${plainAmount({ amount, currency })} ${currency.toUpperCase()}`
  return [`${what}: Stripe says ${text(theirs)}, the books ${text(ours)}`]
}
