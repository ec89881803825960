import fc from 'fast-check'
import { createWorkerPool, WorkerPoolError } from '../../worker-pool/index.ts'
import { type Grown, grown, written } from './grown-text.ts'

export { type Grown, grown, written } from './grown-text.ts'

/** Fragments of any JSON file, for formats to add their own. */
export const jsonTokens: readonly string[] = ['{', '}', '[', ']', ',', ':', '"', '\\"', '\\', '1', 'é']

/** MB of memory that a reader may take for one file. */
const mostMemory = 200

/** Minutes for each reader; without them each tries ten files. */
// biome-ignore lint/style/noProcessEnv: a flag for tests.
const { FUZZ_MINUTES: minutes } = process.env

/**
 * Sends files to a reader (`name` of `module`, which takes bytes) that are made to keep it busy, and fails with the first that takes longer
 * or more memory than any may. The reader runs in a thread, so that one that never ends fails, too. `FUZZ_MINUTES=5` tries for so long.
 */
export const fuzzReader = async ({
  module,
  name,
  tokens,
  frames,
  bytesOf = text => Buffer.from(text),
  longest = 7_900_000,
  mostTime = 1_000,
}: {
  module: URL
  name: string
  /** Fragments of files of this format. `#` in one stands for a number that is new each time. */
  tokens: readonly string[]
  /** Text before and after the fragments, so that the file is taken for one of this format. */
  frames: readonly (readonly [string, string])[]
  bytesOf?: (text: string) => Uint8Array
  longest?: number
  /** Milliseconds of CPU time that the reader may take for the longest file. */
  mostTime?: number
}): Promise<void> => {
  const pool = createWorkerPool<Uint8Array, string>({
    script: new URL('./read-in-thread.ts', import.meta.url),
    workerData: { module: module.href, name },
    threads: 1,
    maxQueue: 1,
    timeout: 60_000,
    runLimit: { cpu: mostTime, wall: 50_000 },
    memory: mostMemory,
  })
  const files = fc.record({ frame: fc.constantFrom(...frames), content: grown(tokens) })
  const isBounded = async ({
    frame: [before, behind],
    content,
  }: {
    frame: readonly [string, string]
    content: Grown
  }) => {
    try {
      await pool.run(bytesOf(before + written(content, longest) + behind))
      return true
    } catch (error) {
      if (error instanceof WorkerPoolError && error.reason === 'over-limit') return false
      throw error
    }
  }
  try {
    await pool.run(bytesOf(''))
    await fc.assert(fc.asyncProperty(files, isBounded), {
      numRuns: minutes === undefined ? 10 : Number.MAX_SAFE_INTEGER,
      ...(minutes !== undefined && { interruptAfterTimeLimit: Number(minutes) * 60_000, seed: Date.now() }),
    })
  } finally {
    await pool.close()
  }
}
