import limitConcurrency from 'p-limit'
import { refuse } from '../../../platform/refusal/index.ts'

/** Runs a piece of work as soon as fewer than the limit are running. */
export type ConcurrencyLimit = <Result>(work: () => Promise<Result>) => Promise<Result>

/** Limits of concurrent and queued work. */
export type ConcurrencyOptions = { atOnce: number; waiting: number }

/** Seconds after which a refused caller may try again. */
const retryAfter = 2

/**
 * Runs at most `atOnce` tasks concurrently and queues up to `waiting` in FIFO order. Further tasks are rejected immediately, which bounds
 * latency and memory under load.
 * @throws Refusal `too_many_requests` with Retry-After
 */
export const createConcurrencyLimit = ({ atOnce, waiting }: ConcurrencyOptions): ConcurrencyLimit => {
  const limit = limitConcurrency(atOnce)
  return async work => {
    if (limit.activeCount + limit.pendingCount >= atOnce + waiting) refuse('too_many_requests', { retryAfter })
    return limit(work)
  }
}
