export { answerRequests, notify } from './answer-requests.ts'
export type { RunLimit } from './run-limit.ts'
export { createWorkerPool, type WorkerPool, type WorkerPoolOptions } from './worker-pool.ts'
export { WorkerPoolError, type WorkerPoolErrorReason } from './worker-pool-error.ts'
