/** End of the primary's WAL in bytes when queried, with the time on a monotonic clock. */
export type LogEnd = { bytes: number; at: number }

/** Maximum staleness of a standby's response, in ms. */
export const mostAge = 1_000

/**
 * Returns the latest time up to which a standby with this replay position is complete: the query time of the last WAL end it has reached.
 * Null if it has reached none. Pure.
 */
export const asOf = (ends: readonly LogEnd[], replayed: number): number | null => {
  const reached = ends.filter(({ bytes }) => bytes <= replayed).map(({ at }) => at)
  return reached.length === 0 ? null : Math.max(...reached)
}

/** True if a standby's data is fresh enough. Pure. */
export const isYoung = (shown: number | null, now: number): boolean => shown !== null && now - shown <= mostAge
