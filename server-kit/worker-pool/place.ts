import { Worker } from 'node:worker_threads'
import { messageOf } from '../error-message/index.ts'
import type { Job } from './job.ts'
import type { RequestMessage, WorkerMessage } from './messages.ts'
import { restartDelay } from './restart-delay.ts'
import { WorkerPoolError } from './worker-pool-error.ts'

const maxOldGenerationSizeMb = 256

type PlaceOptions = {
  script: URL
  workerData: unknown
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

  const start = (): Worker => {
    const started = new Worker(script, { workerData, resourceLimits: { maxOldGenerationSizeMb } })
    worker = started
    startedAt = performance.now()
    hasAnswered = false
    started.on('message', takeMessage)
    started.on('error', error => onNotice(`A worker thread failed: ${messageOf(error)}`))
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
    takeJob()?.reject(new WorkerPoolError('failed', 'The worker thread ended.'))
    const delay = restartDelay(performance.now() - startedAt, failures)
    failures = delay === 0 ? 0 : failures + 1
    isPaused = true
    setTimeout(() => {
      isPaused = false
      if (keepsThread()) start()
      onFree()
    }, delay).unref()
  }

  /** Takes the job from this place. Only a thread that works keeps the process alive. */
  const takeJob = (): Job<Request, Response> | null => {
    const taken = job
    job = null
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
    hasAnswered: () => worker !== null && hasAnswered,
    take: next => {
      job = next
      const busy = worker ?? start()
      busy.ref()
      const timeLeft = Math.max(0, next.expires - performance.now())
      busy.postMessage({ id: next.id, request: next.request, timeLeft } satisfies RequestMessage<Request>)
    },
    replaceHung: () => {
      void end()
      takeJob()
      if (keepsThread()) start()
    },
    end,
  }
}
