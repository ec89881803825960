import type { IncomingMessage } from 'node:http'

/** What is larger than any body we read is let in as it comes: it is refused unread. */
export const bodyWaitedFor = 64_000

const readOnly: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Goes on with a request once all of its body has arrived, so that nobody holds a place by sending slowly; of one whose
 * sender goes away before, nothing is heard again. Node keeps what has arrived for the handler to read, up to the stream's
 * high-water mark, which must not be below `bodyWaitedFor`.
 */
export const whenBodyIsThere = (incoming: IncomingMessage, goOn: () => void): void => {
  if (!isWorthWaitingFor(incoming)) {
    goOn()
    return
  }
  const { push } = incoming
  let size = 0
  // Node's parser hands the body over by this method, and `null` at its end: neither an event nor a promise tells of the end
  // before somebody reads.
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
