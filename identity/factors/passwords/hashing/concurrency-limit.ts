import limitConcurrency from 'p-limit'
import { refuse } from '../../../platform/refusal/index.ts'

/** Runs work as soon as fewer than the limit are running. */
export type ConcurrencyLimit = <Result>(work: () => Promise<Result>) => Promise<Result>

/** How much work runs at once, and how much more may wait for it. */
export type ConcurrencyOptions = { atOnce: number; waiting: number }

/** Seconds after which a caller who was turned away may try again. */
const retryAfter = 2

/**
 * Lets `atOnce` pieces of work run at once and `waiting` more wait, first come, first served. Whoever comes when that many
 * wait is refused at once: under a flood those who are served are served soon, and memory stays bounded.
 * @throws Refusal `too_many_requests` with Retry-After
 */
export const createConcurrencyLimit = ({ atOnce, waiting }: ConcurrencyOptions): ConcurrencyLimit => {
  const limit = limitConcurrency(atOnce)
  return async work => {
    if (limit.activeCount + limit.pendingCount >= atOnce + waiting) refuse('too_many_requests', { retryAfter })
    return limit(work)
  }
}
