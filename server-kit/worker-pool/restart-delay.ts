/** A thread that lived shorter than this, in ms, would probably fail again at once. */
const shortLife = 2_000
const longestDelay = 5_000

/** Returns the delay in ms before a thread is restarted, by its lifetime in ms and the number of consecutive short-lived threads. Pure. */
export const restartDelay = (lifetime: number, failures: number): number =>
  lifetime < shortLife ? Math.min(longestDelay, 100 * 2 ** failures) : 0

/** Counts the short lives of the threads of one place, in a row. */
export const createRestarts = () => {
  let startedAt = 0
  let failures = 0
  let isOutOfMemory = false
  return {
    noteStart: (): void => {
      startedAt = performance.now()
      isOutOfMemory = false
    },
    noteError: (error: unknown): void => {
      isOutOfMemory = error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
    },
    isOutOfMemory: (): boolean => isOutOfMemory,
    noteAnswer: (): void => {
      failures = 0
    },
    /** Returns the delay in ms before the thread that has just ended is restarted. */
    delay: (): number => {
      // A thread that a request has filled is no worse than others.
      if (isOutOfMemory) return 0
      const delay = restartDelay(performance.now() - startedAt, failures)
      failures = delay === 0 ? 0 : failures + 1
      return delay
    },
  }
}
