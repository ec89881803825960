import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Metrics } from '../health/index.ts'
import type { Logger } from '../logging/index.ts'
import { createAnswerPreflight, type PreflightHeaders } from './answer-preflight.ts'
import { type BusyAnswerOptions, createBusyAnswer } from './busy-answer.ts'
import { createRefuse, type Waiting } from './refuse.ts'
import { createRounds } from './rounds.ts'
import { createSendAway } from './send-away.ts'
import { createWaitingRoom, type Turn } from './waiting-room.ts'
import { whenBodyIsThere } from './when-body-is-there.ts'

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
