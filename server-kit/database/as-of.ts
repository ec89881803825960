/** Where the primary's log ended (in bytes) when it was asked, and when that was, on a clock that only goes forward. */
export type LogEnd = { bytes: number; at: number }

/** How old an answer of a standby may be, in ms. */
export const mostAge = 1_000

/**
 * The latest moment of which a standby that has replayed so many bytes shows everything: when the primary was asked for the
 * last of those ends that the standby has reached. Null when it has reached none of them. Pure.
 */
export const asOf = (ends: readonly LogEnd[], replayed: number): number | null => {
  const reached = ends.filter(({ bytes }) => bytes <= replayed).map(({ at }) => at)
  return reached.length === 0 ? null : Math.max(...reached)
}

/** Whether what a standby shows is young enough. Pure. */
export const isYoung = (shown: number | null, now: number): boolean => shown !== null && now - shown <= mostAge
