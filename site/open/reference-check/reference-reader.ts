import { createWorkerPool, WorkerPoolError } from '@corroborate/server-kit/worker-pool'
import type { WorksPlace } from '../../paper/works-engine/index.ts'
import type { Candidate } from './compare.ts'
import type { Reference } from './formats/index.ts'
import type { ReadReferences } from './read-references.ts'

/** The port of a feature that reads bibliographies. */
export type WithReferences = { references: ReadsReferences }

/** What a thread does for checks. `busy`: too many wait, or it took too long. Never rejects. */
export type ReadsReferences = {
  /** Reads a bibliography. */
  read: (bytes: Uint8Array) => Promise<ReadReferences | { kind: 'busy' }>
  /** For each of some hundred references the works of ours that its title may mean. */
  find: (references: readonly Reference[]) => Promise<Candidate[][] | { kind: 'busy' }>
}

export type ReferenceReader = ReadsReferences & { close: () => Promise<void> }

/** What the thread is asked. */
export type ReaderRequest = { kind: 'read'; bytes: Uint8Array } | { kind: 'find'; references: readonly Reference[] }

/** So many bibliographies are checked at once; the next are refused. Each waits for one answer of the thread at a time. */
export const mostChecks = 16
/** How long one answer may take with its wait, in ms: reading 5,000 references takes some 100. */
const patience = { usual: 10_000, first: 15_000 }
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
    threads: 1,
    maxQueue: mostChecks,
    timeout: patience.usual,
    startTimeout: patience.first,
    idleTimeout: idle,
    onNotice,
  })
  const ask = async <Answer extends ReadReferences | Candidate[][]>(
    request: ReaderRequest,
  ): Promise<Answer | { kind: 'busy' }> => {
    try {
      return (await pool.run(request)) as Answer
    } catch (error) {
      if (!(error instanceof WorkerPoolError)) throw error
      if (error.reason === 'failed') onNotice(`A bibliography could not be read: ${error.message}`)
      return { kind: 'busy' }
    }
  }
  return {
    read: bytes => ask<ReadReferences>({ kind: 'read', bytes }),
    find: references => ask<Candidate[][]>({ kind: 'find', references }),
    close: pool.close,
  }
}
