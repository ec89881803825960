import type { Status } from '../known/index.ts'

/** Order of the cited paper's flag and the citing paper's publication; null if unknown. */
export type WhenFell = 'before' | 'after' | 'same-year'

/**
 * Compares a paper's flag date with the citing paper's publication date, to their common precision.
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

/** Negative if `a` is earlier, at the common precision; 0 if undecided. */
const compare = (a: string, b: string): number => {
  const length = Math.min(a.length, b.length)
  const [left, right] = [a.slice(0, length), b.slice(0, length)]
  return left === right ? 0 : left < right ? -1 : 1
}

/** OpenAlex pads dates known only to the month or year with the first day; strips the padding. */
export const asExactAsTold = (date: string | null | undefined): string | null => {
  if (date == null || !/^\d{4}-\d{2}-\d{2}$/.test(date)) return null
  return date.endsWith('-01-01') ? date.slice(0, 4) : date.endsWith('-01') ? date.slice(0, 7) : date
}
