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
