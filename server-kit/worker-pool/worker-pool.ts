import { createPlace, type Job, type Place } from './place.ts'
import { type RunLimit, WorkerPoolError } from './run-limit.ts'

/** Requests that wait, one row for each sender; those without a sender share one. */
export type FairQueue<Item extends { sender: string | null }> = {
  add: (item: Item) => void
  remove: (item: Item) => void
  /** Dequeues the first item of the next eligible sender, round robin. */
  next: (mayRun: (sender: string | null) => boolean) => Item | undefined
  size: () => number
}

/** Serves senders in turn, and the requests of each in order, so that one with many requests delays the others by one at most. */
export const createFairQueue = <Item extends { sender: string | null }>(): FairQueue<Item> => {
  const rows = new Map<string | null, Item[]>()
  let size = 0

  return {
    add: item => {
      const row = rows.get(item.sender)
      if (row === undefined) rows.set(item.sender, [item])
      else row.push(item)
      size++
    },
    remove: item => {
      const row = rows.get(item.sender)
      const at = row?.indexOf(item) ?? -1
      if (row === undefined || at < 0) return
      row.splice(at, 1)
      size--
      if (row.length === 0) rows.delete(item.sender)
    },
    next: mayRun => {
      for (const [sender, row] of rows) {
        if (!mayRun(sender)) continue
        const item = row.shift()
        // To the end of the turn.
        rows.delete(sender)
        if (row.length > 0) rows.set(sender, row)
        size--
        return item
      }
      return undefined
    },
    size: () => size,
  }
}

export type WorkerPoolOptions = {
  /** The module that each thread runs; it calls `answerRequests`. */
  script: URL
  /** `workerData` of the script. */
  workerData?: unknown
  threads: number
  /** Maximum number of queued requests. Further ones are rejected. */
  maxQueue: number
  /** Maximum number of threads per sender. Default: all. */
  threadsPerSender?: number
  /** Maximum run time per request, after which its thread is replaced and it fails. Default: until `timeout`. */
  runLimit?: RunLimit
  /** Memory of one thread, in MB; a request that needs more fails. Default: 256. */
  memory?: number
  /** Timeout of a request including its wait for a thread, in ms. A thread that exceeds it is replaced. */
  timeout: number
  /** The same for requests made before any thread has answered one, where scripts take long to load. Default: `timeout`. */
  startTimeout?: number
  /**
   * Ends the threads after so many ms without a request, and starts them with the next; by default they start at once and
   * stay.
   */
  idleTimeout?: number
  /** Called with messages from `notify`, and with the errors of failed threads. */
  onNotice?: (sentence: string) => void
}

export type WorkerPool<Request, Response> = {
  /** Hands a request to the next free thread, first come, first served; several senders are served in turn. @throws WorkerPoolError */
  run: (request: Request, sender?: string) => Promise<Response>
  /** Rejects new requests, drains active and queued ones within their timeouts, then terminates the threads. */
  close: () => Promise<void>
}

/**
 * Runs a script in threads, so that work which takes long, by nature or by hostile input, blocks nothing else in this
 * process. An idle thread does not keep the process alive; a thread that fails is replaced.
 */
export const createWorkerPool = <Request, Response>({
  script,
  workerData,
  threads,
  maxQueue,
  threadsPerSender = Number.POSITIVE_INFINITY,
  runLimit,
  memory = 256,
  timeout,
  startTimeout = timeout,
  idleTimeout,
  onNotice = () => {},
}: WorkerPoolOptions): WorkerPool<Request, Response> => {
  const queue = createFairQueue<Job<Request, Response>>()
  let nextId = 1
  let idleTimer: NodeJS.Timeout | undefined
  let closing: PromiseWithResolvers<void> | null = null

  const mayRun = (sender: string | null): boolean =>
    sender === null || places.filter(place => place.job()?.sender === sender).length < threadsPerSender

  /** Hands waiting requests to free threads. */
  const dispatch = (): void => {
    for (const place of places) {
      if (!place.isFree()) continue
      const job = queue.next(mayRun)
      if (job === undefined) break
      place.take(job)
    }
    if (queue.size() > 0 || places.some(place => place.job() !== null)) return
    closing?.resolve()
    clearTimeout(idleTimer)
    if (idleTimeout !== undefined) idleTimer = setTimeout(endThreads, idleTimeout).unref()
  }

  const keepsThread = () => idleTimeout === undefined && closing === null
  const places: Place<Request, Response>[] = Array.from({ length: Math.max(1, threads) }, () =>
    createPlace({ script, workerData, memory, runLimit, keepsThread, onFree: dispatch, onNotice }),
  )

  const expire = (job: Job<Request, Response>): void => {
    queue.remove(job)
    const error = new WorkerPoolError('timeout', 'It took too long.')
    const place = places.find(place => place.job() === job)
    place?.replaceHung(error)
    job.reject(error)
    dispatch()
  }

  const endThreads = async (): Promise<void> => {
    await Promise.all(places.map(place => place.end()))
  }

  return {
    run: (request, sender) => {
      if (closing !== null) return Promise.reject(new WorkerPoolError('closed', 'The worker pool is closed.'))
      if (queue.size() >= maxQueue) {
        return Promise.reject(new WorkerPoolError('queue-full', 'Too many requests wait for a worker thread.'))
      }
      const { promise, resolve, reject } = Promise.withResolvers<Response>()
      const patience = places.some(place => place.hasAnswered()) ? timeout : startTimeout
      const expires = performance.now() + patience
      const timer = setTimeout(() => expire(job), patience)
      const job: Job<Request, Response> = {
        id: nextId++,
        request,
        sender: sender ?? null,
        expires,
        timer,
        resolve,
        reject,
      }
      clearTimeout(idleTimer)
      queue.add(job)
      dispatch()
      return promise
    },
    close: async () => {
      closing ??= Promise.withResolvers<void>()
      dispatch()
      await closing.promise
      clearTimeout(idleTimer)
      await endThreads()
    },
  }
}
