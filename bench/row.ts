import type { Estimate } from './statistics.ts'

/**
 * Whether a budget is kept; how we compare with somebody else, where `level` is a difference that could be chance; '' for what is
 * only observed.
 */
export type Verdict = 'met' | 'missed' | 'ahead' | 'level' | 'behind' | 'not measured' | ''

/** One line of the table. */
export type Row = {
  /** What was measured, in words. */
  name: string
  /** The figure with its unit, such as `1.4 ms` or `1.7×`. */
  figure: string
  /** The budget, or the figure of somebody else's work, in the same unit; '' for what is only observed. */
  limit: string
  verdict: Verdict
  /** How it was measured, or why not. */
  note: string
}

/** What a measurement is told. */
export type Options = {
  /** Few samples: shows that a row works, not what it measures. */
  quick: boolean
}

/** Measures a group of rows together, in a process of its own so that none leaves a warm or full heap behind. */
export type Run = (options: Options) => Promise<Row[]>

/** A promise to somebody: `felt` says who meets the figure, and where. */
export type Budget = { name: string; felt: string; figure: string; limit: string; isMet: boolean; note: string }

/** A row with a budget. */
export const budget = ({ name, felt, figure, limit, isMet, note }: Budget): Row => ({
  name,
  figure,
  limit,
  verdict: isMet ? 'met' : 'missed',
  note: `${felt} ${note}`,
})

/** A row without a goal: it tells what is so, and steers nothing. */
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

/** A row beside somebody else's work: our figure divided by theirs. It is ahead or behind only where the whole interval is. */
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

/** A row whose rival, server or corpus is missing. */
export const notMeasured = (name: string, why: string): Row => ({
  name,
  figure: '–',
  limit: '',
  verdict: 'not measured',
  note: why,
})

/** The rows of a part of a group; one row that says why, when that part fails. The other parts go on. */
export const orWhyNot = async (name: string, measure: () => Promise<Row[]>): Promise<Row[]> => {
  try {
    return await measure()
  } catch (error) {
    console.error(error)
    return [notMeasured(name, `The measurement failed: ${error instanceof Error ? error.message : error}`)]
  }
}
