import { parentPort } from 'node:worker_threads'
import { messageOf } from '../error-message/index.ts'

/** Message from the pool to a thread. `timeLeft` is the remaining timeout, in ms. */
export type RequestMessage<Request> = { id: number; request: Request; timeLeft: number }

/** Message from a thread to the pool. */
export type WorkerMessage<Response> =
  /** The thread begins on a request; `cpu` is the processor's time that it has used so far, in ms. */
  | { kind: 'started'; id: number; cpu: number }
  | { kind: 'response'; id: number; response: Response }
  | { kind: 'failure'; id: number; reason: string }
  | { kind: 'notice'; sentence: string }

/**
 * To be called once in the script of a worker pool: `answer` is called with each request, one after another, and with how
 * long its caller still waits, in ms. When it throws, that request alone fails.
 */
export const answerRequests = <Request, Response>(
  answer: (request: Request, timeLeft: number) => Response | Promise<Response>,
): void => {
  if (parentPort === null) throw new Error('This script runs as a thread of a worker pool only.')
  parentPort.on('message', async ({ id, request, timeLeft }: RequestMessage<Request>) => {
    const { user, system } = process.threadCpuUsage()
    post({ kind: 'started', id, cpu: (user + system) / 1_000 })
    try {
      post({ kind: 'response', id, response: await answer(request, timeLeft) })
    } catch (error) {
      post({ kind: 'failure', id, reason: messageOf(error) })
    }
  })
}

/** Sends a message to the process's log, through the pool's `onNotice`. */
export const notify = (sentence: string): void => {
  post({ kind: 'notice', sentence })
}

const post = <Response>(message: WorkerMessage<Response>): void => {
  parentPort?.postMessage(message)
}
