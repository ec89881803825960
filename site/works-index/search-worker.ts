import { workerData } from 'node:worker_threads'
import { answerRequests, notify } from '@corroborate/server-kit/worker-pool'
import { answerQuery } from './answer-query.ts'
import { openLiveIndex } from './live-index.ts'
import type { SearchRequest } from './pool.ts'
import type { WorkHit } from './work.ts'

/** The thread behind `createSearchPool`: one query in, one answer out. */
const live = openLiveIndex(workerData.file, { onNotice: notify })

answerRequests(({ query, limit }: SearchRequest, timeLeft): WorkHit[] => {
  const index = live.get()
  if (index === null) return []
  try {
    return answerQuery(index, query, { limit, budget: Math.max(1, timeLeft / 2) })
  } catch (error) {
    notify(`A search failed: ${error instanceof Error ? error.message : error}`)
    return []
  }
})
