import { workerData } from 'node:worker_threads'
import { messageOf } from '@corroborate/server-kit/error-message'
import { answerRequests, notify } from '@corroborate/server-kit/worker-pool'
import { openLiveIndex } from './live-index.ts'
import type { SearchAnswer, SearchRequest } from './pool.ts'
import { searchWorks } from './search.ts'

/** Time budget of a search in ms, against hostile input; usual searches take a few. */
const budget = 400

/** The thread behind `createSearchPool`: one query in, one answer out. */
const live = openLiveIndex(workerData.file, { onNotice: notify })

answerRequests(({ query, limit }: SearchRequest, timeLeft): SearchAnswer => {
  // A search gets its whole time or none: one cut short would leave out papers that are there.
  if (timeLeft < budget) return { kind: 'unavailable', because: 'busy' }
  const state = live.get()
  if (state.kind === 'missing') return { kind: 'found', works: [] }
  if (state.kind === 'unreadable') return { kind: 'unavailable', because: 'broken' }
  try {
    return { kind: 'found', works: searchWorks(state.index, query, { limit, budget }) }
  } catch (error) {
    notify(`A search failed: ${messageOf(error)}`)
    return { kind: 'unavailable', because: 'broken' }
  }
})
