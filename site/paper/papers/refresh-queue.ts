import { LRUCache } from 'lru-cache'
import type { Doi } from '../../kit/doi/index.ts'

export type RefreshQueueOptions = {
  /** Writes jobs down, in one transaction. */
  enqueue: (dois: readonly Doi[]) => Promise<void>
  /** False while no service could be asked anyway. */
  isWorthwhile: () => boolean
  onError: (error: unknown) => void
  now: () => number
}

export type RefreshQueue = {
  /** Returns at once; the job is written down within a second. */
  refreshLater: (doi: Doi) => void
  /** Writes down what is left. */
  close: () => Promise<void>
}

/** How long papers are gathered before they are written down, in ms. */
const pause = 1000
const mostAtOnce = 10
/** An hour, in ms. */
const askedAgainAfter = 3_600_000
const mostRemembered = 20_000

/**
 * Gathers the papers to be refreshed, so that no page waits for a write, and a crowd of readers or a crawler does not become a
 * crowd of calls to services that cost us nothing: at most ten papers a second, each once an hour. A paper that is dropped is
 * asked for again by the next view of its page.
 */
export const createRefreshQueue = ({ enqueue, isWorthwhile, onError, now }: RefreshQueueOptions): RefreshQueue => {
  /** When each paper was asked for last. */
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
