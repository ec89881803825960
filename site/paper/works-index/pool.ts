import { createWorkerPool, WorkerPoolError } from '@corroborate/server-kit/worker-pool'
import type { RankedWork } from './work.ts'

/** The port of a feature that searches the local index of works. */
export type WithWorks = { searchWorks: (query: string, limit: number) => Promise<SearchAnswer> }

/**
 * Result of a search. Only `found` is conclusive, with no works if none match. `busy`: too many searches; falling back to others would pass
 * on the load. `broken`: the index is unreadable.
 */
export type SearchAnswer = { kind: 'found'; works: RankedWork[] } | { kind: 'unavailable'; because: 'busy' | 'broken' }

export type SearchPool = {
  /**
   * The works that answer the query best, at most `limit`, within the pool's deadline. Never rejects. While there is no index
   * file, nothing is found.
   */
  search(query: string, limit: number): Promise<SearchAnswer>
  /** Rejects new searches, waits for running ones (at most one deadline), then ends the threads. */
  close(): Promise<void>
}

export type SearchPoolOptions = {
  /** The index file; may be missing and appear later. */
  file: string
  /** Worker threads; a slow query holds one of them and no page. */
  threads: number
  /** Milliseconds from `search` to the answer `busy`. */
  deadline?: number
  /** Searches that may wait for a thread; the next are answered `busy`. */
  queue?: number
  /** Called once per message. */
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
  const pool = createWorkerPool<SearchRequest, SearchAnswer>({
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
    search: async (query, limit) =>
      query.trim() === '' ? { kind: 'found', works: [] } : pool.run({ query, limit }).catch(unavailable),
    close: pool.close,
  }
}

const unavailable = (error: unknown): SearchAnswer => ({
  kind: 'unavailable',
  because: error instanceof WorkerPoolError && error.reason === 'failed' ? 'broken' : 'busy',
})
