import { plainAmount } from '../../kit/amounts/format.ts'
import type { BalancedLine } from './model.ts'

/** Columns of the ledger's CSV, and fields of its JSON entries. */
const columns = ['date', 'kind', 'doi', 'amount', 'currency', 'name', 'part', 'balance'] as const

export const csvHead = `${columns.join(',')}\r\n`

/** A line as CSV (RFC 4180). */
export const csvLine = (line: BalancedLine): string => {
  const fields = jsonLine(line)
  return `${columns.map(column => cell(fields[column])).join(',')}\r\n`
}

/**
 * A line as programs read it: amounts as decimals of whole units, the pool as no DOI. The lines of the part `funds` add up to their newest
 * `balance`.
 */
export const jsonLine = ({ at, kind, doi, money, name, part, balance }: BalancedLine) => ({
  date: at,
  kind,
  doi,
  amount: plainAmount(money),
  currency: money.currency,
  name,
  part,
  balance: balance === null ? null : plainAmount(balance),
})

/** A name that looks like a formula is not run when the file is opened in a spreadsheet; an amount below 0 stays a number. */
const cell = (value: string | null): string => {
  const text = value ?? ''
  const harmless = /^[=+@\t\r-]/.test(text) && !/^-[\d.]+$/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
