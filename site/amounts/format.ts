import { type Amount, digitsOf, inWholeUnits } from './currencies.ts'

/**
 * An amount as people of a language write it: $25, €12.50, ¥500. Whole amounts are written without empty decimals.
 * @param locale a BCP 47 tag, such as `en-US`
 */
export const formatAmount = (money: Amount, locale = 'en-US'): string => {
  const whole = inWholeUnits(money)
  const fraction = Number.isInteger(whole) ? 0 : digitsOf(money.currency)
  return new Intl.NumberFormat(locale, {
    style: 'currency',
    currency: money.currency.toUpperCase(),
    minimumFractionDigits: fraction,
    maximumFractionDigits: fraction,
  }).format(whole)
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
