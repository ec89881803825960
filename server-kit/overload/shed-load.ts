import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Metrics } from '../health/index.ts'
import { createRejectionLog, type Logger } from '../logging/index.ts'
import { type BusyAnswerOptions, createBusyAnswer } from './busy-answer.ts'
import { createRounds } from './rounds.ts'
import { createWaitingRoom, type Turn, type WaitingRoom } from './waiting-room.ts'

/** Preflight headers under load; null for requests without cross-origin access. */
type PreflightHeaders = (incoming: IncomingMessage) => Readonly<Record<string, string>> | null

/**
 * Responds with 204 to a preflight (Fetch, "CORS protocol") that would be shed; returns false for other requests. Browsers hide the status
 * of a failed preflight, so a page would mistake an overloaded server for an unreachable one. The actual request then gets its own
 * response. Costs no more than a rejection.
 */
const createAnswerPreflight =
  (headersOf: PreflightHeaders = () => null) =>
  (incoming: IncomingMessage, outgoing: ServerResponse): boolean => {
    if (incoming.method !== 'OPTIONS' || incoming.headers['access-control-request-method'] === undefined) return false
    const headers = headersOf(incoming)
    if (headers === null) return false
    if (!outgoing.destroyed && !outgoing.headersSent)
      outgoing.writeHead(204, { ...headers, 'Cache-Control': 'no-store' }).end()
    return true
  }

/** A request as it waits for its turn. */
type Waiting = { incoming: IncomingMessage; outgoing: ServerResponse }

type Parts = {
  /** Answers a preflight, which is never refused; false for every other request. */
  answerPreflight: (incoming: IncomingMessage, outgoing: ServerResponse) => boolean
  /** Answers 503. */
  answerBusy: (incoming: IncomingMessage, outgoing: ServerResponse, sentence: string | undefined) => void
  /** Messages for requests of a share, overriding the default. */
  sentences: Readonly<Record<string, string>>
  count: (share: string) => void
  logger: Logger
}

/** Rejects requests: each gets a response and is counted, and logging is limited to once a second. Preflights are admitted instead. */
const createRefuse = ({ answerPreflight, answerBusy, sentences, count, logger }: Parts) => {
  const noteRefusal = createRejectionLog(logger)
  return ({ share, request: { incoming, outgoing } }: Turn<string, Waiting>): void => {
    if (answerPreflight(incoming, outgoing)) return
    answerBusy(incoming, outgoing, sentences[share])
    count(share)
    noteRefusal(`503 ${share}, too many requests`, { level: 'warn' })
  }
}

type SendAwayParts<Share, Request> = {
  room: Pick<WaitingRoom<Share, Request>, 'firstDeadline' | 'takeImpatient'>
  refuse: (turn: Turn<Share, Request>) => void
  /** True if the next round of work will process them anyway. */
  isRoundScheduled: () => boolean
  now: () => number
}

/**
 * Rejects requests that have waited too long while no round runs because the concurrency limit is reached. Call the returned function when
 * a request is queued and after each round.
 */
const createSendAway = <Share, Request>({ room, refuse, isRoundScheduled, now }: SendAwayParts<Share, Request>) => {
  let timer: NodeJS.Timeout | undefined
  const sendAway = (): void => {
    const first = isRoundScheduled() || timer !== undefined ? null : room.firstDeadline()
    if (first === null) return
    timer = setTimeout(
      () => {
        timer = undefined
        for (const turn of room.takeImpatient(now())) refuse(turn)
        sendAway()
      },
      Math.max(1, first - now()),
    )
  }
  return sendAway
}

/** Larger bodies exceed every limit, so their requests are admitted immediately and rejected unread. */
export const bodyWaitedFor = 64_000

const readOnly: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Continues with a request once its body is complete, so that slow senders hold no slot. If the client disconnects before, the request is
 * dropped. Node buffers the body for the handler up to the stream's high-water mark, which must be at least `bodyWaitedFor`.
 */
export const whenBodyIsThere = (incoming: IncomingMessage, goOn: () => void): void => {
  if (!isWorthWaitingFor(incoming)) {
    goOn()
    return
  }
  const { push } = incoming
  let size = 0
  // Node's parser delivers the body through this method, with `null` at the end: no event or promise signals the end before the body is
  // read.
  incoming.push = (chunk: Uint8Array | null, encoding?: BufferEncoding) => {
    const isRoomLeft = push.call(incoming, chunk, encoding)
    size += chunk?.length ?? 0
    if (chunk === null || size > bodyWaitedFor) {
      incoming.push = push
      goOn()
    }
    return isRoomLeft
  }
}

const isWorthWaitingFor = ({ method = 'GET', headers }: IncomingMessage): boolean => {
  if (readOnly.has(method)) return false
  if (headers['transfer-encoding'] !== undefined) return true
  const length = Number(headers['content-length'] ?? 0)
  return length > 0 && length <= bodyWaitedFor
}

/** Concurrency limit and queue length of a share. */
export type Capacity = { atWork: number; waiting: number }

export type OverloadOptions<Share extends string> = {
  /**
   * Returns the share of a request by its method and its raw path without the query. Each share has its own capacity, so that overload in
   * one does not affect others. `/health/…` and `/metrics` already have their own share.
   */
  shareOf: (method: string, path: string) => Share
  /** Room for each share. */
  capacity: Capacity
  /** Shares of which fewer are worked on at once, because they only wait for each other there. */
  fewerAtWork?: Readonly<Record<string, number>>
  /** Messages for requests of a share, overriding the default. */
  sentences?: Readonly<Record<string, string>>
  headersOf?: BusyAnswerOptions['headersOf']
  /** Headers for shed preflights. Without them, preflights are rejected like other requests. */
  preflightHeadersOf?: PreflightHeaders
  logger: Logger
  metrics: Metrics
  /** Queue timeout in ms; set by tests only. */
  patience?: number
}

type Listener = (incoming: IncomingMessage, outgoing: ServerResponse) => unknown

/** Queue timeout in ms, after which a 503 is the better response. */
const usualPatience = 500

/**
 * Admission control with a bounded queue in front of a server's listener. If the queue is full, or a request waits too long, it gets a 503
 * immediately. Requests enter with their complete body.
 * Our handlers mostly run synchronously from start to end, so counting active requests would never reach a limit: the rest would wait
 * unread in the sockets, and every response would be late. Requests are therefore only read as they arrive, which is cheap, and processed
 * in rounds (`rounds.ts`).
 */
export const shedLoad = <Share extends string>(
  {
    shareOf,
    capacity,
    fewerAtWork = {},
    sentences = {},
    headersOf,
    preflightHeadersOf,
    logger,
    metrics,
    patience = usualPatience,
  }: OverloadOptions<Share>,
  { answer, toJson }: { answer: Listener; toJson?: BusyAnswerOptions['toJson'] },
  now: () => number = () => performance.now(),
): ((incoming: IncomingMessage, outgoing: ServerResponse) => void) => {
  type OurShare = Share | 'health'
  const room = createWaitingRoom<OurShare, Waiting>({
    atWork: share => Math.min(capacity.atWork, fewerAtWork[share] ?? capacity.atWork),
    waiting: capacity.waiting,
    patience,
  })
  const refuse = createRefuse({
    answerPreflight: createAnswerPreflight(preflightHeadersOf),
    answerBusy: createBusyAnswer({ toJson, headersOf }),
    sentences,
    count: metrics.counter('requests_shed_total', 'Requests refused because too many were there.', 'share'),
    logger,
  })

  const begin = ({ share, request: { incoming, outgoing } }: Turn<OurShare, Waiting>): void => {
    const done = (): void => {
      room.leave(share)
      rounds.schedule()
    }
    // The client has disconnected.
    if (outgoing.destroyed) done()
    else void Promise.resolve(answer(incoming, outgoing)).finally(done)
  }

  const rounds = createRounds({ room, begin, refuse, onEnd: () => sendAway(), now })
  const sendAway = createSendAway({ room, refuse, isRoundScheduled: rounds.isScheduled, now })

  return (incoming, outgoing) => {
    const { method = 'GET', url = '/' } = incoming
    const query = url.indexOf('?')
    const path = query < 0 ? url : url.slice(0, query)
    const share = isHealth(path) ? 'health' : shareOf(method, path)
    whenBodyIsThere(incoming, () => {
      rounds.noteArrival()
      if (room.enter(share, { incoming, outgoing }, now())) {
        rounds.schedule()
        sendAway()
      } else refuse({ share, request: { incoming, outgoing } })
    })
  }
}

const isHealth = (path: string): boolean => path.startsWith('/health/') || path === '/metrics'
