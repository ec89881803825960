/** A thread that lived shorter than this, in ms, would probably fail again at once. */
const shortLife = 2_000
const longestDelay = 5_000

/** How long to wait, in ms, before a thread that ended after `lifetime` ms is started again, after so many short lives. Pure. */
export const restartDelay = (lifetime: number, failures: number): number =>
  lifetime < shortLife ? Math.min(longestDelay, 100 * 2 ** failures) : 0
