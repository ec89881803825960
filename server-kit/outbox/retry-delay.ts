const first = 1_000
const longest = 60 * 60 * 1_000

/**
 * Returns the delay in ms after the `attempts`-th consecutive failure: a second, doubled each time up to an hour, with 50% jitter so that
 * jobs that failed together are not retried together.
 */
export const retryDelay = (attempts: number, random: () => number = Math.random): number => {
  const full = Math.min(longest, first * 2 ** (attempts - 1))
  return Math.round(full / 2 + (full / 2) * random())
}
