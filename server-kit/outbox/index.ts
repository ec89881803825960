export { GiveUp, type JobInfo } from './attempt-job.ts'
export {
  createOutbox,
  type DeadLetter,
  deleteDeadLetters,
  enqueueJob,
  type Handlers,
  type Job,
  type JobPayloads,
  listDeadLetters,
  type Outbox,
  reviveDeadLetter,
} from './create-outbox.ts'
export type { Figures } from './job-store.ts'
export { type OutboxTables, outboxMigrations } from './tables.ts'
export type { Worker, WorkerOptions } from './worker.ts'
