import { availableParallelism } from 'node:os'
import { createWorkerPool, WorkerPoolError } from '@corroborate/server-kit/worker-pool'
import type { WorksPlace } from '../../paper/works-engine/look-up.ts'
import type { Candidate } from './compare.ts'
import type { ReadReferences } from './find-candidates.ts'
import type { Reference } from './formats/index.ts'

/** The port of a feature that reads bibliographies. */
export type WithReferences = { references: ReadsReferences }

/** No answer: too many checks wait, or this file takes more time or memory than one may. */
export type NotRead = { kind: 'busy' } | { kind: 'over-limit' }

/** Requests to the worker threads. `sender`: key for fair scheduling. Never rejects. */
export type ReadsReferences = {
  /** Reads a bibliography. */
  read: (bytes: Uint8Array, sender: string) => Promise<ReadReferences | NotRead>
  /** For each of some hundred references the works of ours that its title may mean. */
  find: (references: readonly Reference[], sender: string) => Promise<Candidate[][] | NotRead>
}

export type ReferenceReader = ReadsReferences & { close: () => Promise<void> }

export type ReaderRequest = { kind: 'read'; bytes: Uint8Array } | { kind: 'find'; references: readonly Reference[] }

/** Bibliographies checked at once. Each waits for one answer of a thread at a time. */
export const mostChecks = 16
/** Timeout including queueing, in ms: parsing 5,000 references takes some 100. */
const patience = { usual: 10_000, first: 15_000 }
/** Limits of a request on a thread: time in ms, and memory in MB, some ten times what the largest files need. */
const runLimit = { cpu: 1_000, wall: 5_000 }
const memory = 192
/** One thread always stays available to other senders. */
const threads = Math.max(2, Math.min(4, availableParallelism()))
const threadsPerSender = threads - 1
/** The thread ends after so long without work, in ms. */
const idle = 60_000

/** Starts the thread that reads bibliographies and looks their titles up in the works. */
export const createReferenceReader = ({
  place,
  onNotice,
}: {
  place: WorksPlace
  onNotice: (sentence: string) => void
}): ReferenceReader => {
  const pool = createWorkerPool<ReaderRequest, ReadReferences | Candidate[][]>({
    script: new URL('./read-worker.ts', import.meta.url),
    workerData: { place },
    threads,
    threadsPerSender,
    maxQueue: mostChecks,
    runLimit,
    memory,
    timeout: patience.usual,
    startTimeout: patience.first,
    idleTimeout: idle,
    onNotice,
  })
  const ask = async <Answer extends ReadReferences | Candidate[][]>(
    request: ReaderRequest,
    sender: string,
  ): Promise<Answer | NotRead> => {
    try {
      return (await pool.run(request, sender)) as Answer
    } catch (error) {
      if (!(error instanceof WorkerPoolError)) throw error
      if (error.reason === 'over-limit') return { kind: 'over-limit' }
      if (error.reason === 'failed') onNotice(`A bibliography could not be read: ${error.message}`)
      return { kind: 'busy' }
    }
  }
  return {
    read: (bytes, sender) => ask<ReadReferences>({ kind: 'read', bytes }, sender),
    find: (references, sender) => ask<Candidate[][]>({ kind: 'find', references }, sender),
    close: pool.close,
  }
}
