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

/** A figure with its confidence interval, 95% by default. */
export type Estimate = { value: number; low: number; high: number }

/** A figure without an interval: it was counted, or measured once. */
export const counted = (value: number): Estimate => ({ value, low: value, high: value })

const resamples = 1_000

/** Percentile bootstrap over 1,000 resamples returned by `draw`. */
const estimate = (value: number, draw: () => number, confidence = 0.95): Estimate => {
  const drawn = Array.from({ length: resamples }, draw)
  const tail = (1 - confidence) / 2
  return { value, low: quantile(drawn, tail), high: quantile(drawn, 1 - tail) }
}

/** As many places of a list of this length, drawn with replacement. */
const drawPlaces = (length: number): Uint32Array =>
  new Uint32Array(length).map(() => Math.floor(Math.random() * length))

/** A sample of the same size, drawn with replacement, in order. */
const resample = (sorted: Float64Array): Float64Array =>
  Float64Array.from(drawPlaces(sorted.length).sort(), place => sorted[place] ?? Number.NaN)

const middleOf = (sorted: Float64Array): number => sorted[Math.floor((sorted.length - 1) / 2)] ?? Number.NaN

/** Relative difference of the medians of `a` and `b` for unpaired samples (0.02 means `a` is 2% higher), with a bootstrap interval. */
export const medianDifference = (a: readonly number[], b: readonly number[], confidence?: number): Estimate => {
  const [sortedA, sortedB] = [Float64Array.from(a).sort(), Float64Array.from(b).sort()]
  const share = middleOf(sortedB) / middleOf(sortedA) - 1
  return estimate(share, () => middleOf(resample(sortedB)) / middleOf(resample(sortedA)) - 1, confidence)
}

/**
 * The median of `ours` divided by the median of `theirs`, where the values at one place are of one round. So the ratio is always
 * that of the two medians beside it. The bootstrap draws whole rounds, since a busy moment of the machine hits both.
 */
export const ratioOfMedians = (ours: readonly number[], theirs: readonly number[]): Estimate => {
  if (ours.length !== theirs.length) throw new RangeError('Every round has a value of each.')
  const at = (values: readonly number[], places: Uint32Array) =>
    median(Array.from(places, place => values[place] ?? Number.NaN))
  return estimate(median(ours) / median(theirs), () => {
    const places = drawPlaces(ours.length)
    return at(ours, places) / at(theirs, places)
  })
}

/** The items in another order each time, so that none always comes first. */
export const shuffled = <Item>(items: readonly Item[]): Item[] =>
  items
    .map(item => ({ item, place: Math.random() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ item }) => item)
