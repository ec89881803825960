import type { Estimate } from './statistics.ts'

/**
 * Outcome of a row: budget met or missed; ahead, level (the difference could be chance) or behind in a comparison; '' for an observation.
 */
export type Verdict = 'met' | 'missed' | 'ahead' | 'level' | 'behind' | 'not measured' | ''

/** One line of the table. */
export type Row = {
  /** Human-readable description of the measurement. */
  name: string
  /** The figure with its unit, such as `1.4 ms` or `1.7×`. */
  figure: string
  /** The budget, or the rival's figure in the same unit. '' for an observation. */
  limit: string
  verdict: Verdict
  /** Method of measurement, or the reason it was not measured. */
  note: string
}

/** Options of a measurement. */
export type Options = {
  /** Few samples: verifies that a row works, without a meaningful figure. */
  quick: boolean
}

/** Measures a group of rows together, in a process of its own so that none leaves a warm or full heap behind. */
export type Run = (options: Options) => Promise<Row[]>

/** A performance budget. `felt` names the audience and the place where the figure is noticeable. */
export type Budget = { name: string; felt: string; figure: string; limit: string; isMet: boolean; note: string }

/** A row with a budget. */
export const budget = ({ name, felt, figure, limit, isMet, note }: Budget): Row => ({
  name,
  figure,
  limit,
  verdict: isMet ? 'met' : 'missed',
  note: `${felt} ${note}`,
})

/** Creates an observation, a row without a goal. */
export const observation = (name: string, figure: string, note: string): Row => ({
  name,
  figure,
  limit: '',
  verdict: '',
  note,
})

/** A ratio with its interval, such as `0.82× (0.79–0.86)`; one that was counted, or measured once, has none. */
export const ratioText = ({ value, low, high }: Estimate): string =>
  low === high ? `${value.toFixed(2)}×` : `${value.toFixed(2)}× (${low.toFixed(2)}–${high.toFixed(2)})`

/** Creates a comparison row: our figure divided by the rival's. It is ahead or behind only if the whole confidence interval is. */
export const beside = (
  name: string,
  ratio: Estimate,
  { better, note }: { better: 'less' | 'more'; note: string },
): Row => {
  const [isLess, isMore] = [ratio.high < 1, ratio.low > 1]
  const isAhead = better === 'less' ? isLess : isMore
  const verdict = isAhead ? 'ahead' : isLess || isMore ? 'behind' : 'level'
  return { name, figure: ratioText(ratio), limit: '1×', verdict, note }
}

/** Creates a row for a missing rival, server or corpus. */
export const notMeasured = (name: string, why: string): Row => ({
  name,
  figure: '–',
  limit: '',
  verdict: 'not measured',
  note: why,
})

/** Returns the rows of one part of a group, or a single row with the reason if it fails. Other parts continue. */
export const orWhyNot = async (name: string, measure: () => Promise<Row[]>): Promise<Row[]> => {
  try {
    return await measure()
  } catch (error) {
    console.error(error)
    return [notMeasured(name, `The measurement failed: ${error instanceof Error ? error.message : error}`)]
  }
}
