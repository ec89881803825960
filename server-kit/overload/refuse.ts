import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Logger } from '../logging/index.ts'
import type { Turn } from './waiting-room.ts'

/** A request as it waits for its turn. */
export type Waiting = { incoming: IncomingMessage; outgoing: ServerResponse }

/** How often refusals are reported in the log, in ms. */
const reportEvery = 10_000

type Parts = {
  /** Answers 503. */
  answerBusy: (incoming: IncomingMessage, outgoing: ServerResponse, sentence: string | undefined) => void
  /** What requests of a share are told, where that is not the usual. */
  sentences: Readonly<Record<string, string>>
  count: (share: string) => void
  logger: Logger
  now: () => number
}

/** Refuses requests: each is answered and counted, and the log says every ten seconds how many there were. */
export const createRefuse = ({ answerBusy, sentences, count, logger, now }: Parts) => {
  let unreported = 0
  let reportedAt = Number.NEGATIVE_INFINITY
  return ({ share, request: { incoming, outgoing } }: Turn<string, Waiting>): void => {
    answerBusy(incoming, outgoing, sentences[share])
    count(share)
    unreported++
    if (now() - reportedAt < reportEvery) return
    logger.warn({ share, requests: unreported }, 'too many requests: some are answered 503')
    reportedAt = now()
    unreported = 0
  }
}
