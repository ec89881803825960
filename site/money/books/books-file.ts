import { plainAmount } from '../../kit/amounts/index.ts'
import type { BookLine } from './model.ts'

/** The columns of the books as CSV, and the fields of a line as JSON. */
const columns = ['date', 'kind', 'doi', 'amount', 'currency', 'name'] as const

export const csvHead = `${columns.join(',')}\r\n`

/** A line as CSV (RFC 4180). */
export const csvLine = (line: BookLine): string => {
  const fields = jsonLine(line)
  return `${columns.map(column => cell(fields[column])).join(',')}\r\n`
}

/** A line as programs read it: the amount as a decimal of whole units, the pool as no DOI. */
export const jsonLine = ({ at, kind, doi, money, name }: BookLine) => ({
  date: at,
  kind,
  doi,
  amount: plainAmount(money),
  currency: money.currency,
  name,
})

/** Whoever opens the file in a spreadsheet is not run a formula that somebody gave as their name; an amount below 0 stays a number. */
const cell = (value: string | null): string => {
  const text = value ?? ''
  const harmless = /^[=+@\t\r-]/.test(text) && !/^-[\d.]+$/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
