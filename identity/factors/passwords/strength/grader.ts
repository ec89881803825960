import { createWorkerPool, WorkerPoolError } from '@corroborate/server-kit/worker-pool'
import { refuse } from '../../../platform/refusal/index.ts'

/** zxcvbn's verdict: 0 (guessed at once) to 4, with a sentence about the weakest part, or an empty one. */
export type Grade = { score: 0 | 1 | 2 | 3 | 4; warning: string; suggestions: string[] }

export type GradeRequest = { password: string; words: readonly string[] }

export type Grader = {
  /** @throws Refusal `too_many_requests`, or `server_unavailable` when it took too long. */
  grade: (password: string, words: readonly string[]) => Promise<Grade>
}

/** zxcvbn's time grows with the square of the length and worse; whatever follows could only make a password better. */
const graded = 40
/** Milliseconds that a grade may take, with its wait for the thread. */
const usualPatience = 5_000
/** The same while the dictionaries are still being loaded, which takes a slow or busy machine long. */
const loadingPatience = 30_000
/** Its dictionaries take 70 MB, which are given back after so many ms without a question. */
const idle = 60_000
const mostWaiting = 100

/**
 * Grades passwords with zxcvbn in a thread of its own, so that a password made to keep it busy keeps no other request
 * waiting. The thread starts with the first question and ends when nobody has asked for a while.
 */
export const createGrader = ({ patience = usualPatience, whileLoading = loadingPatience } = {}): Grader => {
  const pool = createWorkerPool<GradeRequest, Grade>({
    script: new URL('./grade-worker.ts', import.meta.url),
    threads: 1,
    maxQueue: mostWaiting,
    timeout: patience,
    startTimeout: whileLoading,
    idleTimeout: idle,
  })
  return {
    grade: (password, words) =>
      pool.run({ password: [...password].slice(0, graded).join(''), words }).catch(error => {
        if (error instanceof WorkerPoolError && error.reason === 'queue-full') {
          refuse('too_many_requests', { retryAfter: 2 })
        }
        refuse('server_unavailable')
      }),
  }
}
