import { Worker } from 'node:worker_threads'
import { messageOf } from '../error-message/index.ts'
import type { RequestMessage, WorkerMessage } from './answer-requests.ts'
import { type RunLimit, WorkerPoolError, watchRun } from './run-limit.ts'

/** A request that waits for its answer. */
export type Job<Request, Response> = {
  id: number
  request: Request
  /** Sender of the request, where senders share the threads. */
  sender: string | null
  /** Until when, by `performance.now()`. */
  expires: number
  /** Fires then. */
  timer: NodeJS.Timeout
  resolve: (response: Response) => void
  reject: (error: WorkerPoolError) => void
}

/** A thread that lived shorter than this, in ms, would probably fail again at once. */
const shortLife = 2_000
const longestDelay = 5_000

/** Returns the delay in ms before a thread is restarted, by its lifetime in ms and the number of consecutive short-lived threads. Pure. */
export const restartDelay = (lifetime: number, failures: number): number =>
  lifetime < shortLife ? Math.min(longestDelay, 100 * 2 ** failures) : 0

/** Counts the short lives of the threads of one place, in a row. */
const createRestarts = () => {
  let startedAt = 0
  let failures = 0
  let isOutOfMemory = false
  return {
    noteStart: (): void => {
      startedAt = performance.now()
      isOutOfMemory = false
    },
    noteError: (error: unknown): void => {
      isOutOfMemory = error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
    },
    isOutOfMemory: (): boolean => isOutOfMemory,
    noteAnswer: (): void => {
      failures = 0
    },
    /** Returns the delay in ms before the thread that has just ended is restarted. */
    delay: (): number => {
      // A thread that a request has filled is no worse than others.
      if (isOutOfMemory) return 0
      const delay = restartDelay(performance.now() - startedAt, failures)
      failures = delay === 0 ? 0 : failures + 1
      return delay
    },
  }
}

type PlaceOptions = {
  script: URL
  workerData: unknown
  /** Memory of one thread, in MB. */
  memory: number
  runLimit: RunLimit | undefined
  /** True if the thread stays alive while idle. */
  keepsThread: () => boolean
  /** Called when this slot can take a job. */
  onFree: () => void
  onNotice: (sentence: string) => void
}

/** A slot of the pool with one thread. A failed thread is replaced, with a delay if it failed at startup. */
export type Place<Request, Response> = {
  isFree: () => boolean
  /** The current job; null while it is idle. */
  job: () => Job<Request, Response> | null
  /** True if the current thread has responded to a request, so its script is loaded. */
  hasAnswered: () => boolean
  take: (job: Job<Request, Response>) => void
  /** Fails the job of a thread that hangs, and replaces the thread. */
  replaceHung: (error: WorkerPoolError) => void
  end: () => Promise<void>
}

export const createPlace = <Request, Response>(options: PlaceOptions): Place<Request, Response> => {
  const { runLimit, keepsThread, onFree, onNotice } = options
  const restarts = createRestarts()
  let worker: Worker | null = null
  let job: Job<Request, Response> | null = null
  let hasAnswered = false
  let isPaused = false
  let stopWatch = (): void => {}

  const start = (): Worker => {
    const started = startThread(options, takeMessage, error => {
      restarts.noteError(error)
      onNotice(`A worker thread failed: ${messageOf(error)}`)
    })
    worker = started
    restarts.noteStart()
    hasAnswered = false
    started.once('exit', () => {
      if (worker === started) replaceEnded()
    })
    return started
  }

  const takeMessage = (message: WorkerMessage<Response>): void => {
    if (message.kind === 'notice') onNotice(message.sentence)
    if (message.kind === 'notice' || job?.id !== message.id) return
    if (message.kind === 'started') {
      if (worker !== null && runLimit !== undefined)
        stopWatch = watchRun(worker, message.cpu, runLimit, () => replaceHung(overLimit()))
      return
    }
    hasAnswered = true
    restarts.noteAnswer()
    const answered = takeJob()
    if (message.kind === 'response') answered?.resolve(message.response)
    else answered?.reject(new WorkerPoolError('failed', message.reason))
    onFree()
  }

  /** For a thread that ended by itself: its request fails; after each short life in a row the next start waits longer. */
  const replaceEnded = (): void => {
    worker = null
    takeJob()?.reject(
      restarts.isOutOfMemory() ? overLimit() : new WorkerPoolError('failed', 'The worker thread ended.'),
    )
    const delay = restarts.delay()
    isPaused = true
    setTimeout(() => {
      isPaused = false
      if (keepsThread()) start()
      onFree()
    }, delay).unref()
  }

  const replaceHung = (error: WorkerPoolError): void => {
    void end()
    takeJob()?.reject(error)
    if (keepsThread()) start()
    onFree()
  }

  /** Removes the job from this slot. Only a busy thread keeps the process alive. */
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
    job: () => job,
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

const startThread = <Response>(
  { script, workerData, memory }: PlaceOptions,
  onMessage: (message: WorkerMessage<Response>) => void,
  onError: (error: unknown) => void,
): Worker => {
  const started = new Worker(script, { workerData, resourceLimits: { maxOldGenerationSizeMb: memory } })
  started.on('message', onMessage)
  started.on('error', onError)
  // After the listeners: adding one for messages makes a worker keep the process alive again.
  started.unref()
  return started
}
