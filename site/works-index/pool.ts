import { Worker } from 'node:worker_threads'
import type { WorkHit } from './work.ts'

export type SearchPool = {
  /**
   * The works that answer the query best, at most `limit` (default 5), within the pool's deadline. Never rejects: too slow, too busy, no
   * index and closed all give an empty list, and `stats` tells them apart.
   */
  search(query: string, options?: { limit?: number }): Promise<WorkHit[]>
  stats(): SearchPoolStats
  /** Takes no more searches, waits for those under way (at most one deadline), then ends the workers. */
  close(): Promise<void>
}

/** Counts since the start: answers given, searches cut off by the deadline, refused because too many waited, workers replaced. */
export type SearchPoolStats = { answered: number; late: number; refused: number; replaced: number; waiting: number }

export type SearchPoolOptions = {
  /** The index file; may be missing and appear later. */
  file: string
  /** Worker threads; a slow query holds one of them and no page. */
  threads?: number
  /** Milliseconds from `search` to the empty answer. */
  deadline?: number
  /** Searches that may wait for a worker before the next are refused. */
  queue?: number
  onNotice?: (sentence: string) => void
}

export type SearchRequest = { id: number; query: string; limit: number; budget: number }
export type SearchAnswer = { kind: 'hits'; id: number; hits: WorkHit[] } | { kind: 'notice'; sentence: string }

type Job = {
  id: number
  query: string
  limit: number
  expires: number
  resolve: (hits: WorkHit[]) => void
  timer: NodeJS.Timeout
}
type Seat = { worker: Worker | null; job: Job | null; startedAt: number; failures: number }

const longestQuery = 2_000
const mostHits = 50
const quickDeath = 2_000
const longestPause = 5_000

/** Starts the workers that search the index. A worker that dies or runs past the deadline is replaced. */
export function createSearchPool({
  file,
  threads = 2,
  deadline = 1_000,
  queue = 256,
  onNotice = () => {},
}: SearchPoolOptions): SearchPool {
  const seats: Seat[] = Array.from({ length: Math.max(1, threads) }, () => ({
    worker: null,
    job: null,
    startedAt: 0,
    failures: 0,
  }))
  const waiting: Job[] = []
  const counts = { answered: 0, late: 0, refused: 0, replaced: 0 }
  const notices = new Set<string>()
  let nextId = 1
  let closing = false
  let drained: (() => void) | null = null

  for (const seat of seats) start(seat)

  function start(seat: Seat): void {
    const worker = new Worker(new URL('./search-worker.ts', import.meta.url), {
      workerData: { file },
      resourceLimits: { maxOldGenerationSizeMb: 256 },
    })
    seat.worker = worker
    seat.startedAt = performance.now()
    worker.on('message', (answer: SearchAnswer) => {
      if (answer.kind === 'notice') tell(answer.sentence)
      else if (seat.job?.id === answer.id) {
        seat.failures = 0
        finish(seat, answer.hits)
      }
    })
    worker.on('error', error => tell(`A search worker failed: ${error instanceof Error ? error.message : error}`))
    worker.once('exit', () => {
      if (seat.worker === worker) replace(seat)
    })
    worker.unref()
  }

  /** Waits longer and longer before replacing a worker that keeps dying at once. */
  function replace(seat: Seat): void {
    seat.worker = null
    if (seat.job !== null) finish(seat, [])
    if (closing) return
    counts.replaced++
    seat.failures = performance.now() - seat.startedAt < quickDeath ? seat.failures + 1 : 0
    const pause = seat.failures === 0 ? 0 : Math.min(longestPause, 50 * 2 ** seat.failures)
    setTimeout(() => {
      if (closing) return
      start(seat)
      dispatch()
    }, pause).unref()
  }

  function tell(sentence: string): void {
    if (notices.has(sentence)) return
    notices.add(sentence)
    onNotice(sentence)
  }

  function dispatch(): void {
    for (const seat of seats) {
      if (seat.worker === null || seat.job !== null) continue
      const job = waiting.shift()
      if (job === undefined) break
      seat.job = job
      seat.worker.ref()
      const { id, query, limit } = job
      const budget = Math.max(1, (job.expires - performance.now()) / 2)
      seat.worker.postMessage({ id, query, limit, budget } satisfies SearchRequest)
    }
    if (closing && waiting.length === 0 && seats.every(seat => seat.job === null)) drained?.()
  }

  function finish(seat: Seat, hits: WorkHit[]): void {
    const job = seat.job
    seat.job = null
    seat.worker?.unref()
    if (job !== null) {
      clearTimeout(job.timer)
      counts.answered++
      job.resolve(hits)
    }
    dispatch()
  }

  function expire(job: Job): void {
    counts.late++
    job.resolve([])
    const at = waiting.indexOf(job)
    if (at >= 0) waiting.splice(at, 1)
    const seat = seats.find(candidate => candidate.job === job)
    if (seat !== undefined) {
      seat.job = null
      const stuck = seat.worker
      seat.startedAt = Number.NEGATIVE_INFINITY
      replace(seat)
      stuck?.terminate()
    }
    dispatch()
  }

  return {
    search(query, { limit = 5 } = {}) {
      if (closing || query.trim() === '') return Promise.resolve([])
      if (waiting.length >= queue) {
        counts.refused++
        return Promise.resolve([])
      }
      return new Promise(resolve => {
        const job: Job = {
          id: nextId++,
          query: query.slice(0, longestQuery),
          limit: Math.min(limit, mostHits),
          expires: performance.now() + deadline,
          resolve,
          timer: setTimeout(() => expire(job), deadline),
        }
        waiting.push(job)
        dispatch()
      })
    },
    stats: () => ({ ...counts, waiting: waiting.length }),
    async close() {
      if (closing) return
      closing = true
      await new Promise<void>(resolve => {
        drained = resolve
        dispatch()
      })
      await Promise.all(seats.map(seat => seat.worker?.terminate()))
    },
  }
}
