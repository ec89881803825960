import { parentPort, workerData } from 'node:worker_threads'
import { answerQuery } from './answer-query.ts'
import { openLiveIndex } from './live-index.ts'
import type { SearchAnswer, SearchRequest } from './pool.ts'

/** The thread behind `createSearchPool`: one query in, one answer out. */
if (parentPort === null) throw new Error('search-worker.ts runs as a worker thread only')
const port = parentPort

function post(answer: SearchAnswer) {
  return port.postMessage(answer)
}

function notice(sentence: string) {
  return post({ kind: 'notice', sentence })
}
const live = openLiveIndex(workerData.file, { onNotice: notice })

port.on('message', ({ id, query, limit, budget }: SearchRequest) => {
  post({ kind: 'hits', id, hits: answer(query, limit, budget) })
})

function answer(query: string, limit: number, budget: number) {
  const index = live.get()
  if (index === null) return []
  try {
    return answerQuery(index, query, { limit, budget })
  } catch (error) {
    notice(`A search failed: ${error instanceof Error ? error.message : error}`)
    return []
  }
}
