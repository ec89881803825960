import { type Amount, digitsOf, inWholeUnits } from './currencies.ts'

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
