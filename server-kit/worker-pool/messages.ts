/** Message from the pool to a thread. `timeLeft` is the remaining timeout, in ms. */
export type RequestMessage<Request> = { id: number; request: Request; timeLeft: number }

/** Message from a thread to the pool. */
export type WorkerMessage<Response> =
  /** The thread begins on a request; `cpu` is the processor's time that it has used so far, in ms. */
  | { kind: 'started'; id: number; cpu: number }
  | { kind: 'response'; id: number; response: Response }
  | { kind: 'failure'; id: number; reason: string }
  | { kind: 'notice'; sentence: string }
