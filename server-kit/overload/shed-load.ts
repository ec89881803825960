import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Metrics } from '../health/index.ts'
import type { Logger } from '../logging/index.ts'
import { type BusyAnswerOptions, createBusyAnswer } from './busy-answer.ts'
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
  logger: Logger
  metrics: Metrics
  /** How long a request waits for its turn at most, in ms; tests say it, servers do not. */
  patience?: number
}

type Listener = (incoming: IncomingMessage, outgoing: ServerResponse) => unknown
type Waiting = { incoming: IncomingMessage; outgoing: ServerResponse }

/** Nobody waits longer for their turn, in ms: then a 503 is the better answer. */
const usualPatience = 500
/** How long requests are worked on at most before the next are read, in ms. */
const longestRound = 20
/** How often a crowd is reported in the log, in ms. */
const reportEvery = 10_000

/**
 * Puts a bounded waiting room in front of a server's listener. Who finds it full, or waits too long, is answered 503 at once.
 * A request comes to it with its whole body.
 *
 * A handler of ours mostly runs from start to end without a pause, so that counting the requests at work would never find
 * many: the crowd waits in the sockets, unread, and every answer is late. So requests are only read as they arrive, which
 * costs little, and are worked on in rounds: one after the other for as long as reading took, then reading goes on for as
 * long as that took, while there is something to read. So at least half of the time goes to work, and as much to letting in
 * and refusing if need be. That takes many short rounds, because Node accepts one connection in each turn of its event loop.
 */
export const shedLoad = <Share extends string>(
  {
    shareOf,
    capacity,
    fewerAtWork = {},
    sentences = {},
    headersOf,
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
  const busy = createBusyAnswer({ toJson, headersOf })
  const count = metrics.counter('requests_shed_total', 'Requests refused because too many were there.', 'share')
  let scheduled = false
  /** How long the last round took, and when it ended with more to do; null when nothing was left. */
  let last: { took: number; ended: number } | null = null
  let arrived = false
  let unreported = 0
  let reportedAt = Number.NEGATIVE_INFINITY
  let timer: NodeJS.Timeout | undefined

  const refuse = ({ share, request: { incoming, outgoing } }: Turn<OurShare, Waiting>): void => {
    busy(incoming, outgoing, sentences[share])
    count(share)
    unreported++
    if (now() - reportedAt < reportEvery) return
    logger.warn({ share, requests: unreported }, 'too many requests: some are answered 503')
    reportedAt = now()
    unreported = 0
  }

  const begin = ({ share, request: { incoming, outgoing } }: Turn<OurShare, Waiting>): void => {
    const done = (): void => {
      room.leave(share)
      schedule()
    }
    // Whoever has gone meanwhile needs no answer.
    if (outgoing.destroyed) done()
    else void Promise.resolve(answer(incoming, outgoing)).finally(done)
  }

  const schedule = (): void => {
    if (scheduled || !room.hasNext()) return
    scheduled = true
    setImmediate(round)
  }

  const round = (): void => {
    const began = now()
    const reading = last === null ? 0 : began - last.ended
    if (arrived && last !== null && reading < last.took) {
      arrived = false
      setImmediate(round)
      return
    }
    for (const turn of room.takeImpatient(began)) refuse(turn)
    const end = began + Math.min(longestRound, reading)
    const step = (turn: Turn<OurShare, Waiting> | null): void => {
      if (turn !== null) {
        begin(turn)
        // After everything that this one has put into the queue of microtasks: mostly its whole answer.
        queueMicrotask(() => process.nextTick(() => step(now() < end ? room.next() : null)))
        return
      }
      scheduled = false
      arrived = false
      schedule()
      last = scheduled ? { took: now() - began, ended: now() } : null
      wake()
    }
    step(room.next())
  }

  /** Those who wait for a place, and not for time, are sent away by the clock. */
  const wake = (): void => {
    const first = scheduled || timer !== undefined ? null : room.firstDeadline()
    if (first === null) return
    timer = setTimeout(
      () => {
        timer = undefined
        for (const turn of room.takeImpatient(now())) refuse(turn)
        wake()
      },
      Math.max(1, first - now()),
    )
  }

  return (incoming, outgoing) => {
    const { method = 'GET', url = '/' } = incoming
    const query = url.indexOf('?')
    const path = query < 0 ? url : url.slice(0, query)
    const share = isHealth(path) ? 'health' : shareOf(method, path)
    whenBodyIsThere(incoming, () => {
      arrived = true
      if (room.enter(share, { incoming, outgoing }, now())) {
        schedule()
        wake()
      } else refuse({ share, request: { incoming, outgoing } })
    })
  }
}

const isHealth = (path: string): boolean => path.startsWith('/health/') || path === '/metrics'
