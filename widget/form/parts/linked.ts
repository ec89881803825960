export type Piece = { text: string; url: string | null }

/** URL in a message, without trailing punctuation or brackets. */
const address = /https?:\/\/[^\s<>"']*[^\s<>"'.,:;!?)\]}]/g

/** Cuts a message into plain pieces and web addresses. Only `http` and `https`: a message comes from outside and may hold anything. */
export const linked = (message: string): Piece[] => {
  const pieces: Piece[] = []
  let from = 0
  for (const { 0: url, index } of message.matchAll(address)) {
    if (!URL.canParse(url)) continue
    if (index > from) pieces.push({ text: message.slice(from, index), url: null })
    pieces.push({ text: url, url })
    from = index + url.length
  }
  if (from < message.length) pieces.push({ text: message.slice(from), url: null })
  return pieces
}
