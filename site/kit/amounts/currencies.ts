/**
 * How many digits follow the point in the amounts of Stripe's API, where that is not two. ISK and UGX, which have no
 * smaller unit by now, still have two there (https://docs.stripe.com/currencies#special-cases).
 */
const digits: ReadonlyMap<string, number> = new Map([
  ...'bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf'.split(' ').map(code => [code, 0] as const),
  ...'bhd jod kwd omr tnd'.split(' ').map(code => [code, 3] as const),
])

/** Of which the amounts must be whole, and of three-decimal ones, must end in 0: in minor units. */
const steps: ReadonlyMap<string, number> = new Map([
  ['isk', 100],
  ['ugx', 100],
  ...'bhd jod kwd omr tnd'.split(' ').map(code => [code, 10] as const),
])

/** An amount of money: a whole number of the currency's smallest unit, and its ISO 4217 code in lower case, as Stripe writes both. */
export type Amount = { amount: number; currency: string }

export const digitsOf = (currency: string): number => digits.get(currency) ?? 2

/** How many smallest units make one whole unit: 100 cents, 1 yen, 1000 fils. */
export const unitsIn = (currency: string): number => 10 ** digitsOf(currency)

/** The smallest step, in minor units, in which amounts of a currency can be paid. */
export const stepOf = (currency: string): number => steps.get(currency) ?? 1

/** In whole units, as a number to calculate and to send with: 12.5 for 1250 cents. */
export const inWholeUnits = ({ amount, currency }: Amount): number => amount / unitsIn(currency)
