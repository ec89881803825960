const first = 1_000
const longest = 60 * 60 * 1_000

/**
 * How long to wait, in ms, after the `attempts`-th failure in a row: a second, doubled each time up to an hour, of which
 * half is left to chance, so that jobs which failed together do not come back together.
 */
export const retryDelay = (attempts: number, random: () => number = Math.random): number => {
  const full = Math.min(longest, first * 2 ** (attempts - 1))
  return Math.round(full / 2 + (full / 2) * random())
}
