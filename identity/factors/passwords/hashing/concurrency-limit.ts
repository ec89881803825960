import limitConcurrency from 'p-limit'
import { refuse } from '../../../platform/refusal/index.ts'

/** Runs a piece of work as soon as fewer than the limit are running. */
export type ConcurrencyLimit = <Result>(work: () => Promise<Result>) => Promise<Result>

/** How much work runs at once, and how much more may wait for it. */
export type ConcurrencyOptions = { atOnce: number; waiting: number }

/** Seconds after which a refused caller may try again. */
const retryAfter = 2

/**
 * Lets `atOnce` pieces of work run at once and `waiting` more wait, in the order in which they came. Further ones are refused
 * at once. So even with very many requests those that are served are served soon, and memory stays limited.
 * @throws Refusal `too_many_requests` with Retry-After
 */
export const createConcurrencyLimit = ({ atOnce, waiting }: ConcurrencyOptions): ConcurrencyLimit => {
  const limit = limitConcurrency(atOnce)
  return async work => {
    if (limit.activeCount + limit.pendingCount >= atOnce + waiting) refuse('too_many_requests', { retryAfter })
    return limit(work)
  }
}
