import { type Amount, digitsOf, stepOf, unitsIn } from './currencies.ts'

/** What may be paid at a time, in whole units. */
export type AmountRange = { currency: string; least: number; most: number }

export type ReadAmount = { kind: 'amount'; money: Amount } | { kind: 'unreadable' } | { kind: 'beyond' }

/**
 * Reads what somebody typed as an amount, in whole units with a point or a comma before the smaller ones: `25`, `12.50`, `12,5`,
 * `1,000` and `$ 25`. Digit by digit: no amount goes through a floating-point number.
 */
export const readAmount = (typed: string, { currency, least, most }: AmountRange): ReadAmount => {
  const digits = digitsOf(currency)
  const text = typed.trim().replace(/^[^\d\s.,-]{1,3}\s*|\s*(?:[^\d\s.,-]{1,3})$/g, '')
  // A comma or a point before exactly three digits at the end groups thousands, in currencies that have no thousandths.
  const plain = digits === 3 ? text : text.replace(/^(\d{1,3})[,. \u00a0\u202f](\d{3})(?=$|[.,]\d{1,2}$)/, '$1$2')
  const [, whole, fraction = ''] = /^(\d{1,9})(?:[.,](\d{1,3}))?$/.exec(plain) ?? []
  if (whole === undefined || fraction.replace(/0+$/, '').length > digits) return { kind: 'unreadable' }
  const amount = Number(whole) * unitsIn(currency) + Number(fraction.padEnd(3, '0').slice(0, digits) || 0)
  if (amount % stepOf(currency) !== 0) return { kind: 'unreadable' }
  const isWithin = amount >= least * unitsIn(currency) && amount <= most * unitsIn(currency)
  return isWithin ? { kind: 'amount', money: { amount, currency } } : { kind: 'beyond' }
}
