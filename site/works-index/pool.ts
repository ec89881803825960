import { createWorkerPool } from '@corroborate/server-kit/worker-pool'
import type { FoundWork } from './work.ts'

export type SearchPool = {
  /**
   * The works that answer the query best, at most `limit`, within the pool's deadline. Never rejects: when the search is too slow,
   * too many wait, there is no index or the pool is closed, the list is empty.
   */
  search(query: string, limit: number): Promise<FoundWork[]>
  /** Takes no more searches, waits for those under way (at most one deadline), then ends the threads. */
  close(): Promise<void>
}

export type SearchPoolOptions = {
  /** The index file; may be missing and appear later. */
  file: string
  /** Worker threads; a slow query holds one of them and no page. */
  threads: number
  /** Milliseconds from `search` to the empty answer. */
  deadline?: number
  /** Searches that may wait for a thread before the next are refused. */
  queue?: number
  /** Told each sentence once. */
  onNotice?: (sentence: string) => void
}

export type SearchRequest = { query: string; limit: number }

/** Starts the threads that search the index. */
export const createSearchPool = ({
  file,
  threads,
  deadline = 1_000,
  queue = 256,
  onNotice = () => {},
}: SearchPoolOptions): SearchPool => {
  const told = new Set<string>()
  const pool = createWorkerPool<SearchRequest, FoundWork[]>({
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
    search: async (query, limit) => (query.trim() === '' ? [] : pool.run({ query, limit }).catch(() => [])),
    close: pool.close,
  }
}
