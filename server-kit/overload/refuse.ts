import type { IncomingMessage, ServerResponse } from 'node:http'
import { createRefusalLog, type Logger } from '../logging/index.ts'
import type { Turn } from './waiting-room.ts'

/** A request as it waits for its turn. */
export type Waiting = { incoming: IncomingMessage; outgoing: ServerResponse }

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
export const createRefuse = ({ answerPreflight, answerBusy, sentences, count, logger }: Parts) => {
  const noteRefusal = createRefusalLog(logger)
  return ({ share, request: { incoming, outgoing } }: Turn<string, Waiting>): void => {
    if (answerPreflight(incoming, outgoing)) return
    answerBusy(incoming, outgoing, sentences[share])
    count(share)
    noteRefusal(`503 ${share}, too many requests`, { level: 'warn' })
  }
}
