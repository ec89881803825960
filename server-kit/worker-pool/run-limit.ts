import type { Worker } from 'node:worker_threads'

/** How long a thread may work on one request, in ms: of the processor's time, and by the clock. */
export type RunLimit = { cpu: number; wall: number }

const checkEvery = 100

/**
 * Watches a thread from the moment at which it begins on a request, and calls `onExceeded` once if it takes longer than it may. Time of the
 * processor, because on a busy machine the clock says little about a request. Returns a function that ends the watch.
 */
export const watchRun = (
  worker: Pick<Worker, 'cpuUsage'>,
  cpuAtStart: number,
  { cpu, wall }: RunLimit,
  onExceeded: () => void,
): (() => void) => {
  let isWatching = true
  const stop = (): void => {
    isWatching = false
    clearInterval(interval)
    clearTimeout(timeout)
  }
  const exceed = (): void => {
    if (!isWatching) return
    stop()
    onExceeded()
  }
  const interval = setInterval(() => {
    worker.cpuUsage().then(
      ({ user, system }) => {
        if ((user + system) / 1_000 - cpuAtStart > cpu) exceed()
      },
      // The thread has ended: its place knows.
      () => {},
    )
  }, checkEvery)
  const timeout = setTimeout(exceed, wall)
  return stop
}
