import type { IncomingMessage } from 'node:http'

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
