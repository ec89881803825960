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

/**
 * An amount as people of a language write it: $25, €12.50, ¥500. Whole amounts are written without empty decimals.
 * @param locale a BCP 47 tag, such as `en-US`
 */
export const formatAmount = (money: Amount, locale = 'en-US'): string => {
  const whole = inWholeUnits(money)
  return formatOf(locale, money.currency, Number.isInteger(whole) ? 0 : digitsOf(money.currency)).format(whole)
}

/** Formats that have been made: making them was a fifth of the time that a paper's page takes. As many as there are currencies and languages of ours. */
const formats = new Map<string, Intl.NumberFormat>()

const formatOf = (locale: string, currency: string, fraction: number): Intl.NumberFormat => {
  const key = `${locale} ${currency} ${fraction}`
  const known = formats.get(key)
  if (known !== undefined) return known
  const format = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency: currency.toUpperCase(),
    minimumFractionDigits: fraction,
    maximumFractionDigits: fraction,
  })
  formats.set(key, format)
  return format
}

/** Several amounts, each of a currency of its own, in one text: "$1,250 + €40". */
export const formatAmounts = (amounts: readonly Amount[], locale?: string): string =>
  amounts.map(amount => formatAmount(amount, locale)).join(' + ')

/** As a plain decimal for files: 12.50, 500, 1.230. Never an exponent, always the currency's digits. */
export const plainAmount = ({ amount, currency }: Amount): string => {
  const digits = digitsOf(currency)
  const text = String(Math.abs(amount)).padStart(digits + 1, '0')
  const cut = text.length - digits
  const sign = amount < 0 ? '-' : ''
  return digits === 0 ? `${sign}${text}` : `${sign}${text.slice(0, cut)}.${text.slice(cut)}`
}
