import { Worker } from 'node:worker_threads'
import { messageOf } from '../error-message/index.ts'
import type { Job } from './job.ts'
import type { RequestMessage, WorkerMessage } from './messages.ts'
import { restartDelay } from './restart-delay.ts'
import { type RunLimit, watchRun } from './run-limit.ts'
import { WorkerPoolError } from './worker-pool-error.ts'

type PlaceOptions = {
  script: URL
  workerData: unknown
  /** Memory of one thread, in MB. */
  memory: number
  runLimit: RunLimit | undefined
  /** Whether a thread is to run here also while there is nothing to do. */
  keepsThread: () => boolean
  /** Told that this place may take a job. */
  onFree: () => void
  onNotice: (sentence: string) => void
}

/** Where one thread of a pool runs. A thread that fails is replaced; one that fails as soon as it starts, after a pause. */
export type Place<Request, Response> = {
  isFree: () => boolean
  isBusy: () => boolean
  has: (job: Job<Request, Response>) => boolean
  /** Whose job it has; undefined without a job. */
  sender: () => string | null | undefined
  /** Whether the thread that runs here has answered a request: its script is loaded. */
  hasAnswered: () => boolean
  take: (job: Job<Request, Response>) => void
  /** Takes the job away from a thread that hangs, and replaces the thread. */
  replaceHung: () => void
  end: () => Promise<void>
}

export const createPlace = <Request, Response>({
  script,
  workerData,
  memory,
  runLimit,
  keepsThread,
  onFree,
  onNotice,
}: PlaceOptions): Place<Request, Response> => {
  let worker: Worker | null = null
  let job: Job<Request, Response> | null = null
  let startedAt = 0
  let hasAnswered = false
  let failures = 0
  let isPaused = false
  let ranOutOfMemory = false
  let stopWatch = (): void => {}

  const start = (): Worker => {
    const started = new Worker(script, { workerData, resourceLimits: { maxOldGenerationSizeMb: memory } })
    worker = started
    startedAt = performance.now()
    hasAnswered = false
    started.on('message', takeMessage)
    started.on('error', error => {
      ranOutOfMemory = error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
      onNotice(`A worker thread failed: ${messageOf(error)}`)
    })
    started.once('exit', () => {
      if (worker === started) replaceEnded()
    })
    // After the listeners: adding one for messages makes a worker keep the process alive again.
    started.unref()
    return started
  }

  const takeMessage = (message: WorkerMessage<Response>): void => {
    if (message.kind === 'notice') {
      onNotice(message.sentence)
      return
    }
    if (job?.id !== message.id) return
    if (message.kind === 'started') {
      if (worker !== null && runLimit !== undefined) stopWatch = watchRun(worker, message.cpu, runLimit, endOverLimit)
      return
    }
    hasAnswered = true
    failures = 0
    const answered = takeJob()
    if (message.kind === 'response') answered?.resolve(message.response)
    else answered?.reject(new WorkerPoolError('failed', message.reason))
    onFree()
  }

  /** For a thread that ended by itself: its request fails; after each short life in a row the next start waits longer. */
  const replaceEnded = (): void => {
    worker = null
    const isAtFault = ranOutOfMemory
    ranOutOfMemory = false
    takeJob()?.reject(isAtFault ? overLimit() : new WorkerPoolError('failed', 'The worker thread ended.'))
    // A thread that a request has filled is no worse than others: the next request starts on a new one at once.
    const delay = isAtFault ? 0 : restartDelay(performance.now() - startedAt, failures)
    failures = delay === 0 ? 0 : failures + 1
    isPaused = true
    setTimeout(() => {
      isPaused = false
      if (keepsThread()) start()
      onFree()
    }, delay).unref()
  }

  const endOverLimit = (): void => {
    const ended = takeJob()
    replaceHung()
    ended?.reject(overLimit())
    onFree()
  }

  const replaceHung = (): void => {
    void end()
    takeJob()
    if (keepsThread()) start()
  }

  /** Takes the job from this place. Only a thread that works keeps the process alive. */
  const takeJob = (): Job<Request, Response> | null => {
    const taken = job
    job = null
    stopWatch()
    worker?.unref()
    clearTimeout(taken?.timer)
    return taken
  }

  const end = async (): Promise<void> => {
    const ended = worker
    worker = null
    await ended?.terminate()
  }

  if (keepsThread()) start()

  return {
    isFree: () => job === null && !isPaused,
    isBusy: () => job !== null,
    has: other => job === other,
    sender: () => (job === null ? undefined : job.sender),
    hasAnswered: () => worker !== null && hasAnswered,
    take: next => {
      job = next
      const busy = worker ?? start()
      busy.ref()
      const timeLeft = Math.max(0, next.expires - performance.now())
      busy.postMessage({ id: next.id, request: next.request, timeLeft } satisfies RequestMessage<Request>)
    },
    replaceHung,
    end,
  }
}

const overLimit = () => new WorkerPoolError('over-limit', 'The request took more time or memory than one may.')
