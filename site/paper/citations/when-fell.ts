import type { Status } from '../known/index.ts'

/** Whether a cited paper fell before or after the one that cites it appeared; null where the dates do not tell. */
export type WhenFell = 'before' | 'after' | 'same-year'

/**
 * Compares when a paper fell with when the paper that cites it appeared, as exactly as both dates are known.
 * @param published ISO 8601: 2019-04-30, 2019-04 or 2019
 */
export const whenFell = (
  status: Pick<Status, 'date' | 'dateIsLatest' | 'repeated'>,
  published: string | null,
): WhenFell | null => {
  const { first, last } = spanOf(status)
  if (published === null) return null
  if (last !== null && compare(last, published) < 0) return 'before'
  if (first !== null && compare(first, published) > 0) return 'after'
  const isOfOneYear = first !== null && last !== null && first.slice(0, 4) === last.slice(0, 4)
  return isOfOneYear && last.slice(0, 4) === published.slice(0, 4) ? 'same-year' : null
}

/** The earliest and the latest moment at which it can have happened: attempts to repeat a paper run over years. */
export const spanOf = ({
  date,
  dateIsLatest,
  repeated,
}: Pick<Status, 'date' | 'dateIsLatest' | 'repeated'>): { first: string | null; last: string | null } =>
  repeated === null
    ? { first: dateIsLatest ? null : date, last: date }
    : { first: String(repeated.first), last: String(repeated.last) }

/** Less than 0 when `a` is earlier, to the precision that both have; 0 when that does not tell. */
const compare = (a: string, b: string): number => {
  const length = Math.min(a.length, b.length)
  const [left, right] = [a.slice(0, length), b.slice(0, length)]
  return left === right ? 0 : left < right ? -1 : 1
}

/** OpenAlex gives the first day where it knows no more than the month or the year: such a date says no more than that. */
export const asExactAsTold = (date: string | null | undefined): string | null => {
  if (date == null || !/^\d{4}-\d{2}-\d{2}$/.test(date)) return null
  return date.endsWith('-01-01') ? date.slice(0, 4) : date.endsWith('-01') ? date.slice(0, 7) : date
}
