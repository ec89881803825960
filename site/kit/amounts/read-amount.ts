import { type Amount, digitsOf, stepOf, unitsIn } from './format.ts'

/** Allowed range of a payment, in whole units. */
export type AmountRange = { currency: string; least: number; most: number }

export type ReadAmount = { kind: 'amount'; money: Amount } | { kind: 'unreadable' } | { kind: 'beyond' }

/**
 * Parses an entered amount with a decimal point or comma, in any language's format: `25`, `12.50`, `12,5`, `1,000`, `1’250.50`, `$ 25`, `25
 * €`, `١٢٫٥٠`. Works on digits, without floating-point numbers. Amounts with another currency are rejected.
 */
export const readAmount = (typed: string, { currency, least, most }: AmountRange): ReadAmount => {
  const digits = digitsOf(currency)
  const [, before = '', number = '', after = ''] = written.exec(inPlainDigits(typed)) ?? []
  if (!isOf(before + after, currency)) return { kind: 'unreadable' }
  const [, whole, fraction = ''] = /^(\d{1,9})(?:[.,](\d{1,3}))?$/.exec(withoutGroups(number, digits)) ?? []
  if (whole === undefined || fraction.replace(/0+$/, '').length > digits) return { kind: 'unreadable' }
  const amount = Number(whole) * unitsIn(currency) + Number(fraction.padEnd(3, '0').slice(0, digits) || 0)
  if (amount % stepOf(currency) !== 0) return { kind: 'unreadable' }
  const isWithin = amount >= least * unitsIn(currency) && amount <= most * unitsIn(currency)
  return isWithin ? { kind: 'amount', money: { amount, currency } } : { kind: 'beyond' }
}

/** A number with the sign or name of a currency before or after it. */
const written = /^([\p{L}\p{Sc}]{0,4}\.?) ?(\d[\d.,'’ ]*?) ?([\p{L}\p{Sc}]{0,4}\.?)$/u

/** First code points of other digit scripts: Arabic, Persian, Devanagari, Bengali. */
const zeros = [0x660, 0x6f0, 0x966, 0x9e6]

const inPlainDigits = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[\u200e\u200f\u061c]/g, '')
    .replace(/\p{Nd}/gu, digit => {
      const code = digit.codePointAt(0) ?? 0
      const zero = zeros.find(zero => code >= zero && code < zero + 10)
      return zero === undefined ? digit : String(code - zero)
    })
    .replaceAll('٫', '.')
    .replaceAll('٬', ',')
    .trim()

/**
 * A comma or a point before exactly three digits groups thousands at the end or before another one; not in currencies that have
 * thousandths, unless there is another one.
 */
const withoutGroups = (number: string, digits: number): string => {
  // A leading zero rules out a thousands separator: 0.001 is below the minimum, rather than 1.
  if (number.startsWith('0')) return number
  const tight = number.replace(/(?<=\d)[ '’](?=\d{3}(?!\d))/g, '')
  const end = digits === 3 ? '(?=(?!\\2)[.,]\\d{1,3}$)' : '(?=$|(?!\\2)[.,]\\d{1,2}$)'
  return tight.replace(
    new RegExp(`^(\\d{1,3})([,.])(\\d{3}(?:\\2\\d{3})*)${end}`),
    (_, first: string, separator: string, rest: string) => `${first}${rest}`.replaceAll(separator, ''),
  )
}

/** True if the text next to a number may be the currency: its code, its symbol, or letters that are no other currency's code. */
const isOf = (beside: string, currency: string): boolean => {
  const text = beside.replaceAll('.', '').toLowerCase()
  // "5k" may mean five thousand, but amounts are never guessed.
  if (text === 'k' || text === 'm') return false
  const [sign] = /\p{Sc}/u.exec(text) ?? []
  if (sign !== undefined) return signOf(currency).includes(sign)
  return text.length !== 3 || text === currency || !Intl.supportedValuesOf('currency').includes(text.toUpperCase())
}

const signOf = (currency: string): string =>
  new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay: 'narrowSymbol' })
    .formatToParts(0)
    .find(({ type }) => type === 'currency')?.value ?? ''
