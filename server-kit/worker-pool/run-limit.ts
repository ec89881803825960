import type { Worker } from 'node:worker_threads'

/**
 * Why there is no response: it was not there in time; too many requests wait already, of all senders or of this one; the thread or its handler
 * failed; the request itself took more time or memory than one may; the pool is closed.
 */
export type WorkerPoolErrorReason = 'timeout' | 'queue-full' | 'failed' | 'over-limit' | 'closed'

/** Rejection of a worker pool's `run`. */
export class WorkerPoolError extends Error {
  override name = 'WorkerPoolError'
  readonly reason: WorkerPoolErrorReason

  constructor(reason: WorkerPoolErrorReason, sentence: string) {
    super(sentence)
    this.reason = reason
  }
}

/** Maximum time per request in ms: CPU time and wall-clock time. */
export type RunLimit = { cpu: number; wall: number }

const checkEvery = 100

/**
 * Watches a thread from the start of a request and calls `onExceeded` once if it exceeds its limit. Uses CPU time, because wall-clock time
 * says little on a busy machine. Returns a function that stops watching.
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
