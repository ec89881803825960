import { LRUCache } from 'lru-cache'
import type { Doi } from '../../kit/doi/index.ts'

export type RefreshQueueOptions = {
  /** Writes jobs down, in one transaction. */
  enqueue: (dois: readonly Doi[]) => Promise<void>
  /** False while no service is available. */
  isWorthwhile: () => boolean
  onError: (error: unknown) => void
  now: () => number
}

export type RefreshQueue = {
  /** Returns at once; the job is written down within a second. */
  refreshLater: (doi: Doi) => void
  /** Flushes the queue. */
  close: () => Promise<void>
}

/** Batching delay before papers are written, in ms. */
const pause = 1000
const mostAtOnce = 10
/** An hour, in ms. */
const askedAgainAfter = 3_600_000
const mostRemembered = 20_000

/**
 * Batches papers to refresh, so that no page waits for a write, and readers or crawlers cannot flood the external services: at most ten
 * papers a second, each once an hour. A dropped paper is requested again by its page's next view.
 */
export const createRefreshQueue = ({ enqueue, isWorthwhile, onError, now }: RefreshQueueOptions): RefreshQueue => {
  /** Last request of each paper. */
  const askedAt = new LRUCache<Doi, number>({ max: mostRemembered })
  let waiting: Doi[] = []
  let timer: NodeJS.Timeout | null = null

  async function flush(): Promise<void> {
    timer = null
    const dois = waiting
    waiting = []
    if (dois.length === 0) return
    try {
      await enqueue(dois)
    } catch (error) {
      onError(error)
    }
  }

  return {
    refreshLater(doi) {
      const before = askedAt.get(doi)
      if (waiting.length >= mostAtOnce || (before !== undefined && now() - before < askedAgainAfter)) return
      if (!isWorthwhile()) return
      askedAt.set(doi, now())
      waiting.push(doi)
      timer ??= setTimeout(() => void flush(), pause).unref()
    },
    async close() {
      if (timer !== null) clearTimeout(timer)
      await flush()
    },
  }
}
