import { createWorkerPool, WorkerPoolError } from '@corroborate/server-kit/worker-pool'
import { refuse } from '../../../platform/refusal/refusal.ts'

/** Runs work for a sender, and refuses it when too much of the sender's work is running. @throws Refusal `too_many_requests` */
export type Turns = <Result>(sender: string, work: () => Promise<Result>) => Promise<Result>

/** Limits each sender to `most` running or queued tasks, so that one sender cannot fill a shared queue. */
export const createTurns = (most: number): Turns => {
  const underWay = new Map<string, number>()
  return async (sender, work) => {
    const begun = (underWay.get(sender) ?? 0) + 1
    if (begun > most) refuse('too_many_requests', { retryAfter: 1 })
    underWay.set(sender, begun)
    try {
      return await work()
    } finally {
      const left = (underWay.get(sender) ?? 1) - 1
      if (left > 0) underWay.set(sender, left)
      else underWay.delete(sender)
    }
  }
}

/** zxcvbn's score, from 0 (guessed immediately) to 4, with a warning about the weakest part, which may be empty. */
export type Grade = { score: 0 | 1 | 2 | 3 | 4; warning: string; suggestions: string[] }

export type GradeRequest = { password: string; words: readonly string[] }

export type Grader = {
  /** @throws Refusal `too_many_requests`, or `server_unavailable` when it took too long. */
  grade: (password: string, words: readonly string[]) => Promise<Grade>
}

/** Characters that are graded. zxcvbn takes very long for long passwords, and further characters only make one better. */
const graded = 40
/** Timeout of a grade including the wait for the thread, in ms. */
const usualPatience = 5_000
/** The same while the dictionaries are being loaded, which takes long on a slow or busy machine. */
const loadingPatience = 30_000
/** After this many ms without a question the thread ends, and its dictionaries free 70 MB. */
const idle = 60_000
const mostWaiting = 100

/**
 * Grades passwords with zxcvbn in a thread of its own, so that a password that takes long does not delay other requests. The
 * thread starts with the first question, and ends when there was none for a while.
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
