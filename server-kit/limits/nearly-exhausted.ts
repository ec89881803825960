import { LRUCache } from 'lru-cache'

/** A key that has spent more than half of its points: by the beginning of its hash, since no key is kept. `resetsAt` in epoch ms. */
export type NearlyExhaustedKey = { limit: string; key: string; spent: number; points: number; resetsAt: number }

/** So many are remembered, the latest. */
const mostRemembered = 1_000

/** Remembers which keys are near the edge of a limit, for the operators of the server. */
export const createNearlyExhausted = () => {
  const near = new LRUCache<string, NearlyExhaustedKey>({ max: mostRemembered })
  const forget = (limit: string, hash: string) => void near.delete(`${limit} ${hash}`)
  return {
    /** @param ms until it has all its points again */
    note: (limit: string, hash: string, { points, spent, ms }: { points: number; spent: number; ms: number }): void => {
      if (spent * 2 <= points) forget(limit, hash)
      else near.set(`${limit} ${hash}`, { limit, key: hash.slice(0, 8), spent, points, resetsAt: Date.now() + ms })
    },
    forget,
    /** Lists the keys still close to their limits, closest first. */
    list: (): NearlyExhaustedKey[] =>
      [...near.values()]
        .filter(({ resetsAt }) => resetsAt > Date.now())
        .toSorted((a, b) => b.spent / b.points - a.spent / a.points),
  }
}
