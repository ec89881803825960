/** What the pool sends to a thread. `timeLeft` is how long the caller still waits, in ms. */
export type RequestMessage<Request> = { id: number; request: Request; timeLeft: number }

/** What a thread sends to the pool. */
export type WorkerMessage<Response> =
  /** The thread begins on a request; `cpu` is the processor's time that it has used so far, in ms. */
  | { kind: 'started'; id: number; cpu: number }
  | { kind: 'response'; id: number; response: Response }
  | { kind: 'failure'; id: number; reason: string }
  | { kind: 'notice'; sentence: string }
