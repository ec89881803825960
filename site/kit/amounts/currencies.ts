/**
 * Decimal digits of amounts in Stripe's API, where not two. ISK and UGX, which no longer have a minor unit, still use two there
 * (https://docs.stripe.com/currencies#special-cases).
 */
const digits: ReadonlyMap<string, number> = new Map([
  ...'bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf'.split(' ').map(code => [code, 0] as const),
  ...'bhd jod kwd omr tnd'.split(' ').map(code => [code, 3] as const),
])

/** Required multiples in minor units: whole amounts, and for three-decimal currencies amounts that end in 0. */
const steps: ReadonlyMap<string, number> = new Map([
  ['isk', 100],
  ['ugx', 100],
  ...'bhd jod kwd omr tnd'.split(' ').map(code => [code, 10] as const),
])

/** An amount of money: a whole number of the currency's smallest unit, and its ISO 4217 code in lower case, as Stripe writes both. */
export type Amount = { amount: number; currency: string }

export const digitsOf = (currency: string): number => digits.get(currency) ?? 2

/** Returns the number of minor units per major unit: 100 cents, 1 yen, 1000 fils. */
export const unitsIn = (currency: string): number => 10 ** digitsOf(currency)

/** The smallest step, in minor units, in which amounts of a currency can be paid. */
export const stepOf = (currency: string): number => steps.get(currency) ?? 1

/** In whole units, as a number to calculate and to send with: 12.5 for 1250 cents. */
export const inWholeUnits = ({ amount, currency }: Amount): number => amount / unitsIn(currency)
