import { Worker } from 'node:worker_threads'
import type { RequestMessage, WorkerMessage } from './messages.ts'
import { restartDelay } from './restart-delay.ts'
import { WorkerPoolError } from './worker-pool-error.ts'

export type WorkerPoolOptions = {
  /** The module that each thread runs; it calls `answerRequests`. */
  script: URL
  /** What the script finds as `workerData`. */
  workerData?: unknown
  threads: number
  /** How many requests may wait for a thread; the next are refused. */
  maxQueue: number
  /** How long a request may take, with its wait for a thread, in ms. A thread that takes longer is replaced. */
  timeout: number
  /** The same for requests made before any thread has answered one, where scripts take long to load. Default: `timeout`. */
  startTimeout?: number
  /**
   * Ends the threads after so many ms without a request, and starts them with the next; by default they start at once and
   * stay.
   */
  idleTimeout?: number
  /** Told what the threads `notify`, and why one of them failed. */
  onNotice?: (sentence: string) => void
}

export type WorkerPool<Request, Response> = {
  /** Hands a request to the next free thread, first come, first served. @throws WorkerPoolError */
  run: (request: Request) => Promise<Response>
  /** Takes no more requests, lets those under way and those that wait finish within their time, then ends the threads. */
  close: () => Promise<void>
}

type Job<Request, Response> = {
  id: number
  request: Request
  expires: number
  resolve: (response: Response) => void
  reject: (error: WorkerPoolError) => void
  timer: NodeJS.Timeout
}

/** A place for one thread. It is `paused` for a moment when its threads keep failing as soon as they have started. */
type Slot<Request, Response> = {
  worker: Worker | null
  job: Job<Request, Response> | null
  startedAt: number
  hasAnswered: boolean
  failures: number
  paused: boolean
}

const maxOldGenerationSizeMb = 256

/**
 * Runs a script in threads, so that work which takes long, by nature or by hostile input, blocks nothing else in this
 * process. An idle thread does not keep the process alive; a thread that fails is replaced.
 */
export const createWorkerPool = <Request, Response>({
  script,
  workerData,
  threads,
  maxQueue,
  timeout,
  startTimeout = timeout,
  idleTimeout,
  onNotice = () => {},
}: WorkerPoolOptions): WorkerPool<Request, Response> => {
  type OurJob = Job<Request, Response>
  type OurSlot = Slot<Request, Response>
  const slots = Array.from(
    { length: Math.max(1, threads) },
    (): OurSlot => ({ worker: null, job: null, startedAt: 0, hasAnswered: false, failures: 0, paused: false }),
  )
  const queue: OurJob[] = []
  let nextId = 1
  let idleTimer: NodeJS.Timeout | undefined
  let closing: PromiseWithResolvers<void> | null = null

  const startsAtOnce = idleTimeout === undefined
  if (startsAtOnce) for (const slot of slots) start(slot)

  function start(slot: OurSlot): Worker {
    const worker = new Worker(script, { workerData, resourceLimits: { maxOldGenerationSizeMb } })
    slot.worker = worker
    slot.startedAt = performance.now()
    slot.hasAnswered = false
    worker.on('message', (message: WorkerMessage<Response>) => {
      if (message.kind === 'notice') return onNotice(message.sentence)
      if (slot.job?.id !== message.id) return
      slot.hasAnswered = true
      slot.failures = 0
      const job = free(slot)
      if (message.kind === 'response') job?.resolve(message.response)
      else job?.reject(new WorkerPoolError('failed', message.reason))
      dispatch()
    })
    worker.on('error', error => onNotice(`A worker thread failed: ${error instanceof Error ? error.message : error}`))
    worker.once('exit', () => {
      if (slot.worker === worker) replace(slot)
    })
    // After the listeners: adding one for messages makes a worker keep the process alive again.
    worker.unref()
    return worker
  }

  /** For a thread that ended by itself: its request fails; after each short life in a row the next start waits longer. */
  function replace(slot: OurSlot): void {
    slot.worker = null
    free(slot)?.reject(new WorkerPoolError('failed', 'The worker thread ended.'))
    const delay = restartDelay(performance.now() - slot.startedAt, slot.failures)
    slot.failures = delay === 0 ? 0 : slot.failures + 1
    slot.paused = true
    setTimeout(() => {
      slot.paused = false
      if (startsAtOnce && closing === null) start(slot)
      dispatch()
    }, delay).unref()
  }

  /** Takes the job from a slot. Only a thread that works keeps the process alive. */
  function free(slot: OurSlot): OurJob | null {
    const { job } = slot
    slot.job = null
    slot.worker?.unref()
    clearTimeout(job?.timer)
    return job
  }

  /** Hands waiting requests to free threads. */
  function dispatch(): void {
    for (const slot of slots) {
      if (slot.job !== null || slot.paused) continue
      const job = queue.shift()
      if (job === undefined) break
      slot.job = job
      const worker = slot.worker ?? start(slot)
      worker.ref()
      const timeLeft = Math.max(0, job.expires - performance.now())
      worker.postMessage({ id: job.id, request: job.request, timeLeft } satisfies RequestMessage<Request>)
    }
    if (queue.length > 0 || slots.some(slot => slot.job !== null)) return
    closing?.resolve()
    clearTimeout(idleTimer)
    if (!startsAtOnce) idleTimer = setTimeout(terminate, idleTimeout).unref()
  }

  function expire(job: OurJob): void {
    const place = queue.indexOf(job)
    if (place >= 0) queue.splice(place, 1)
    const slot = slots.find(candidate => candidate.job === job)
    if (slot !== undefined) {
      const stuck = slot.worker
      slot.worker = null
      free(slot)
      void stuck?.terminate()
      if (startsAtOnce) start(slot)
    }
    job.reject(new WorkerPoolError('timeout', 'It took too long.'))
    dispatch()
  }

  async function terminate(): Promise<void> {
    const workers = slots.map(slot => slot.worker)
    for (const slot of slots) slot.worker = null
    await Promise.all(workers.map(worker => worker?.terminate()))
  }

  return {
    run: request => {
      if (closing !== null) return Promise.reject(new WorkerPoolError('closed', 'The worker pool is closed.'))
      if (queue.length >= maxQueue) {
        return Promise.reject(new WorkerPoolError('queue-full', 'Too many requests wait for a worker thread.'))
      }
      const { promise, resolve, reject } = Promise.withResolvers<Response>()
      const patience = slots.some(slot => slot.worker !== null && slot.hasAnswered) ? timeout : startTimeout
      const expires = performance.now() + patience
      const job: OurJob = {
        id: nextId++,
        request,
        expires,
        resolve,
        reject,
        timer: setTimeout(() => expire(job), patience),
      }
      clearTimeout(idleTimer)
      queue.push(job)
      dispatch()
      return promise
    },
    close: async () => {
      closing ??= Promise.withResolvers<void>()
      dispatch()
      await closing.promise
      clearTimeout(idleTimer)
      await terminate()
    },
  }
}
