/** One line of the table: a figure beside its limit or its rival, both measured in the same run. */
export type Row = {
  /** What was measured, in words. */
  name: string
  /** The figure with its unit, such as `1.4 ms` or `1.7×`. */
  figure: string
  /** The goal, or the rival's figure, in the same unit. */
  limit: string
  /** Whether the goal is met; null for a row that only informs. */
  met: boolean | null
  /** How it was measured, or why the goal is not met. */
  note: string
}

/** A group of rows that are measured together, run in a process of its own so that none leaves a warm or full heap behind. */
export type Bench = { title: string; run: () => Promise<Row[]> }

/** The middle value; of an even number the lower of the two middle ones. */
export const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted[Math.floor((sorted.length - 1) / 2)]
  if (middle === undefined) throw new RangeError('The median of nothing.')
  return middle
}

/** The value that `share` (0 to 1) of the values do not exceed. */
export const quantile = (values: readonly number[], share: number): number => {
  const sorted = values.toSorted((a, b) => a - b)
  const at = sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(share * sorted.length) - 1))]
  if (at === undefined) throw new RangeError('A quantile of nothing.')
  return at
}
