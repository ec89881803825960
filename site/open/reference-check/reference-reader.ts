import { createWorkerPool, WorkerPoolError } from '@corroborate/server-kit/worker-pool'
import type { ReadReferences } from './read-references.ts'

/** The port of a feature that reads bibliographies. */
export type WithReferences = { references: Pick<ReferenceReader, 'read'> }

export type ReferenceReader = {
  /** Reads a bibliography in a thread. `busy`: too many wait, or it took too long. Never rejects. */
  read: (bytes: Uint8Array) => Promise<ReadReferences | { kind: 'busy' }>
  close: () => Promise<void>
}

/** Bibliographies that wait for the thread; the next are refused. */
const mostWaiting = 16
/** How long one may take with its wait, in ms: 5,000 references take some 300. */
const patience = { usual: 10_000, first: 15_000 }
/** The thread ends after so long without work, in ms. */
const idle = 60_000

/** Starts the thread that reads bibliographies and looks their titles up in the index at `file`. */
export const createReferenceReader = ({
  file,
  onNotice,
}: {
  file: string
  onNotice: (sentence: string) => void
}): ReferenceReader => {
  const pool = createWorkerPool<Uint8Array, ReadReferences>({
    script: new URL('./read-worker.ts', import.meta.url),
    workerData: { file },
    threads: 1,
    maxQueue: mostWaiting,
    timeout: patience.usual,
    startTimeout: patience.first,
    idleTimeout: idle,
    onNotice,
  })
  return {
    read: async bytes => {
      try {
        return await pool.run(bytes)
      } catch (error) {
        if (!(error instanceof WorkerPoolError)) throw error
        if (error.reason === 'failed') onNotice(`A bibliography could not be read: ${error.message}`)
        return { kind: 'busy' }
      }
    },
    close: pool.close,
  }
}
