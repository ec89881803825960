import { refuse } from '../../refusal/index.ts'

/** Runs work when it is its turn. */
export type Queue = <Result>(work: () => Promise<Result>) => Promise<Result>

/** How much runs together, and how much more may wait. */
export type QueueSize = { atOnce: number; waiting: number }

/** Seconds after which a caller who was turned away may try again. */
const retryAfter = 2

/**
 * Lets `atOnce` pieces of work run together and `waiting` more wait for them, first come, first served. Whoever comes when
 * that many wait is turned away at once: under a flood, those who are served are served soon, and memory stays bounded.
 * @throws Refusal `too_many_requests` with Retry-After
 */
export const createQueue = ({ atOnce, waiting }: QueueSize): Queue => {
  const turns: (() => void)[] = []
  let running = 0

  return async work => {
    if (running < atOnce) running++
    else if (turns.length < waiting) await new Promise<void>(resolve => turns.push(resolve))
    else refuse('too_many_requests', { retryAfter })
    try {
      return await work()
    } finally {
      // The place goes to the next in line without ever being free.
      const next = turns.shift()
      if (next === undefined) running--
      else next()
    }
  }
}
