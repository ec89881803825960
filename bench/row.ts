/** Whether a goal is met, or how we stand beside a rival without a goal; '' for a row that only informs. */
export type Verdict = 'met' | 'missed' | 'ahead' | 'behind' | 'not measured' | ''

/** One line of the table: a figure beside its limit or its rival, both measured in the same run. */
export type Row = {
  /** What was measured, in words. */
  name: string
  /** The figure with its unit, such as `1.4 ms` or `1.7×`. */
  figure: string
  /** The goal, or the rival's figure, in the same unit. */
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

/** A group of rows that are measured together, run in a process of its own so that none leaves a warm or full heap behind. */
export type Bench = { title: string; run: (options: Options) => Promise<Row[]> }

/** The verdict of a row with a goal. */
export const judge = (isMet: boolean): Verdict => (isMet ? 'met' : 'missed')

/** The verdict of a row with a rival and no goal. */
export const compare = (isAhead: boolean): Verdict => (isAhead ? 'ahead' : 'behind')

/** A row whose rival, server or corpus is missing. */
export const notMeasured = (name: string, limit: string, why: string): Row => ({
  name,
  figure: '–',
  limit,
  verdict: 'not measured',
  note: why,
})
