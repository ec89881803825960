import { createWorkerPool } from '@corroborate/server-kit/worker-pool'
import type { WorkHit } from './work.ts'

export type SearchPool = {
  /**
   * The works that answer the query best, at most `limit` (default 5), within the pool's deadline. Never rejects: too slow,
   * too busy, no index and closed all give an empty list.
   */
  search(query: string, options?: { limit?: number }): Promise<WorkHit[]>
  /** Takes no more searches, waits for those under way (at most one deadline), then ends the threads. */
  close(): Promise<void>
}

export type SearchPoolOptions = {
  /** The index file; may be missing and appear later. */
  file: string
  /** Worker threads; a slow query holds one of them and no page. */
  threads?: number
  /** Milliseconds from `search` to the empty answer. */
  deadline?: number
  /** Searches that may wait for a thread before the next are refused. */
  queue?: number
  /** Told each sentence once. */
  onNotice?: (sentence: string) => void
}

export type SearchRequest = { query: string; limit: number }

const longestQuery = 2_000
const mostHits = 50

/** Starts the threads that search the index. */
export function createSearchPool({
  file,
  threads = 2,
  deadline = 1_000,
  queue = 256,
  onNotice = () => {},
}: SearchPoolOptions): SearchPool {
  const told = new Set<string>()
  const pool = createWorkerPool<SearchRequest, WorkHit[]>({
    script: new URL('./search-worker.ts', import.meta.url),
    workerData: { file },
    threads,
    maxQueue: queue,
    timeout: deadline,
    onNotice: sentence => {
      if (!told.has(sentence)) onNotice(sentence)
      told.add(sentence)
    },
  })

  return {
    search: async (query, { limit = 5 } = {}) => {
      if (query.trim() === '') return []
      return pool.run({ query: query.slice(0, longestQuery), limit: Math.min(limit, mostHits) }).catch(() => [])
    },
    close: pool.close,
  }
}
