export { answerRequests, notify } from './answer-requests.ts'
export { type RunLimit, WorkerPoolError, type WorkerPoolErrorReason } from './run-limit.ts'
export { createWorkerPool, type WorkerPool, type WorkerPoolOptions } from './worker-pool.ts'
