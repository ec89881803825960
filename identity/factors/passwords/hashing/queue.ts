import { refuse } from '../../../platform/refusal/index.ts'

/** Runs work when it is its turn. */
export type Queue = <Result>(work: () => Promise<Result>) => Promise<Result>

/** How much runs together, and how much more may wait. */
export type QueueSize = { atOnce: number; waiting: number }

/** Seconds after which a caller who was turned away may try again. */
const retryAfter = 2
/** What is done waits for company no longer than it took itself, and never longer than this, in ms. */
const longestHold = 100

/**
 * Lets `atOnce` pieces of work run together and `waiting` more wait for them, first come, first served. Whoever comes when
 * that many wait is turned away at once: under a flood, those who are served are served soon, and memory stays bounded.
 * @throws Refusal `too_many_requests` with Retry-After
 */
export const createQueue = ({ atOnce, waiting }: QueueSize): Queue => {
  const turns: (() => void)[] = []
  let running = 0
  const leaveTogether = createGroups(atOnce)

  return async work => {
    if (running < atOnce) running++
    else if (turns.length < waiting) await new Promise<void>(resolve => turns.push(resolve))
    else refuse('too_many_requests', { retryAfter })
    const started = performance.now()
    try {
      return await work()
    } finally {
      const took = performance.now() - started
      // The place goes to the next in line without ever being free.
      const next = turns.shift()
      if (next === undefined) running--
      else next()
      await leaveTogether(next !== undefined, took)
    }
  }
}

/**
 * Lets what is done go on, at once or, while others wait for their turn, `size` at a time: under load, whatever follows the
 * hash then shares a commit, and finds code and data still in the caches that the next hash sweeps.
 */
const createGroups = (size: number): ((isBusy: boolean, took: number) => Promise<void>) => {
  let held: (() => void)[] = []
  let timer: NodeJS.Timeout | undefined
  const release = (): void => {
    clearTimeout(timer)
    timer = undefined
    const released = held
    held = []
    for (const goOn of released) goOn()
  }
  return (isBusy, took) =>
    new Promise(resolve => {
      held.push(resolve)
      if (!isBusy || held.length >= size) release()
      else timer ??= setTimeout(release, Math.min(took, longestHold))
    })
}
