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

/** How many requests of one share are worked on at once, and how many more may wait. */
export type Capacity = { atWork: number; waiting: number }

export type OverloadOptions<Share extends string> = {
  /**
   * Which share of the server a request belongs to, by its method and its path as it came over the wire, without the query.
   * Each share has room of its own, so that a crowd of one kind keeps none of another out. `/health/…` and `/metrics` are a
   * share of their own already.
   */
  shareOf: (method: string, path: string) => Share
  /** Room for each share. */
  capacity: Capacity
  /** Shares of which fewer are worked on at once, because they only wait for each other there. */
  fewerAtWork?: Readonly<Record<string, number>>
  /** What requests of a share are told, where that is not the usual. */
  sentences?: Readonly<Record<string, string>>
  headersOf?: BusyAnswerOptions['headersOf']
  /** What preflights are told that have no room. Without it they are refused like other requests. */
  preflightHeadersOf?: PreflightHeaders
  logger: Logger
  metrics: Metrics
  /** How long a request waits for its turn at most, in ms; tests say it, servers do not. */
  patience?: number
}

type Listener = (incoming: IncomingMessage, outgoing: ServerResponse) => unknown

/** Nobody waits longer for their turn, in ms: then a 503 is the better answer. */
const usualPatience = 500

/**
 * Puts a bounded waiting room in front of a server's listener. Who finds it full, or waits too long, is answered 503 at once.
 * A request comes to it with its whole body.
 *
 * A handler of ours mostly runs from start to end without a pause, so that counting the requests at work would never find
 * many: the others would wait in the sockets, unread, and every answer would be late. So requests are only read as they
 * arrive, which costs little, and are worked on in rounds (`rounds.ts`).
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
    // Nobody waits for the answer any more.
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
