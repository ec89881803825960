import type { WorkerPoolError } from './worker-pool-error.ts'

/** A request that waits for its answer. */
export type Job<Request, Response> = {
  id: number
  request: Request
  /** Sender of the request, where senders share the threads. */
  sender: string | null
  /** Until when, by `performance.now()`. */
  expires: number
  /** Fires then. */
  timer: NodeJS.Timeout
  resolve: (response: Response) => void
  reject: (error: WorkerPoolError) => void
}
