/** Why there is no response: it took too long, too many wait already, the thread or its handler failed, the pool is closed. */
export type WorkerPoolErrorReason = 'timeout' | 'queue-full' | 'failed' | 'closed'

/** What `run` of a worker pool rejects with. */
export class WorkerPoolError extends Error {
  override name = 'WorkerPoolError'
  readonly reason: WorkerPoolErrorReason

  constructor(reason: WorkerPoolErrorReason, sentence: string) {
    super(sentence)
    this.reason = reason
  }
}
