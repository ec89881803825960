import { workerData } from 'node:worker_threads'
import { answerRequests, notify } from '@corroborate/server-kit/worker-pool'
import { openLiveIndex } from './live-index.ts'
import type { SearchRequest } from './pool.ts'
import { searchWorks } from './search.ts'
import type { FoundWork } from './work.ts'

/** The thread behind `createSearchPool`: one query in, one answer out. */
const live = openLiveIndex(workerData.file, { onNotice: notify })

answerRequests(({ query, limit }: SearchRequest, timeLeft): FoundWork[] => {
  const index = live.get()
  if (index === null) return []
  try {
    return searchWorks(index, query, { limit, budget: Math.max(1, timeLeft / 2) })
  } catch (error) {
    notify(`A search failed: ${error instanceof Error ? error.message : error}`)
    return []
  }
})
