import { Worker } from 'node:worker_threads'
import { refuse } from '../../../platform/refusal/index.ts'

/** zxcvbn's verdict: 0 (guessed at once) to 4, with a sentence about the weakest part, or an empty one. */
export type Grade = { score: 0 | 1 | 2 | 3 | 4; warning: string; suggestions: string[] }

export type GradeRequest = { id: number; password: string; words: readonly string[] }
export type GradeAnswer = { id: number; grade: Grade }

export type Grader = {
  /** @throws Refusal `too_many_requests`, or `server_unavailable` when it took too long. */
  grade: (password: string, words: readonly string[]) => Promise<Grade>
}

/** zxcvbn's time grows with the square of the length and worse; whatever follows could only make a password better. */
const graded = 40
/** Milliseconds that a grade may take, with the wait in line. */
const usualPatience = 5_000
/** The same while the dictionaries are still being loaded, which takes a slow or busy machine long. */
const loadingPatience = 30_000
/** Its dictionaries take 70 MB, which are given back after so many ms without a question. */
const idle = 60_000
const mostWaiting = 100

type Waiting = { resolve: (grade: Grade) => void; reject: (reason: Error) => void; timer: NodeJS.Timeout }

/**
 * Grades passwords with zxcvbn in a thread of its own, so that a password made to keep it busy keeps no other request
 * waiting. The thread starts with the first question and ends when nobody has asked for a while.
 */
export const createGrader = ({ patience = usualPatience, whileLoading = loadingPatience } = {}): Grader => {
  const waiting = new Map<number, Waiting>()
  let worker: Worker | null = null
  let isLoaded = false
  let ending: NodeJS.Timeout | undefined
  let nextId = 1

  const start = (): Worker => {
    const started = new Worker(new URL('./grade-worker.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: 256 },
    })
    started.unref()
    isLoaded = false
    started.on('message', ({ id, grade }: GradeAnswer) => {
      if (started === worker) isLoaded = true
      take(id)?.resolve(grade)
    })
    started.on('error', error => started === worker && fail(error instanceof Error ? error : new Error(String(error))))
    started.on('exit', () => started === worker && fail(new Error('The worker ended.')))
    return started
  }

  const take = (id: number): Waiting | undefined => {
    const found = waiting.get(id)
    if (found === undefined) return undefined
    waiting.delete(id)
    clearTimeout(found.timer)
    if (waiting.size === 0) {
      worker?.unref()
      clearTimeout(ending)
      ending = setTimeout(end, idle).unref()
    }
    return found
  }

  const end = (): void => {
    clearTimeout(ending)
    void worker?.terminate()
    worker = null
  }

  /** Whoever waits is told; the next question starts another worker. */
  const fail = (reason: Error): void => {
    for (const id of [...waiting.keys()]) take(id)?.reject(reason)
    end()
  }

  const ask = (password: string, words: readonly string[]): Promise<Grade> =>
    new Promise((resolve, reject) => {
      const id = nextId++
      clearTimeout(ending)
      worker ??= start()
      worker.ref()
      const timer = setTimeout(() => fail(new Error('It took too long.')), isLoaded ? patience : whileLoading)
      waiting.set(id, { resolve, reject, timer })
      worker.postMessage({ id, password, words } satisfies GradeRequest)
    })

  return {
    grade: async (password, words) => {
      if (waiting.size >= mostWaiting) refuse('too_many_requests', { retryAfter: 2 })
      return ask([...password].slice(0, graded).join(''), words).catch(() => refuse('server_unavailable'))
    },
  }
}
