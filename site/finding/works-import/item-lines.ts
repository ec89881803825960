const [newline, quote, backslash, openObject, closeObject, openArray, closeArray] = [...Buffer.from('\n"\\{}[]')]
const space = 32
/** Depth of brackets inside the list of items: the outer object, and the list. */
const inList = 2

/**
 * Converts older Crossref dumps, one JSON object `{"items":[…]}` per file, to one item per line; everything after the list is dropped.
 * Streams, so memory stays constant for any file or item size.
 */
export async function* itemLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let depth = 0
  let inString = false
  let escaped = false
  let ended = false
  for await (const chunk of chunks) {
    // Each end of an item adds a line end, and all but one of those in a chunk drop the comma after them.
    const out = Buffer.allocUnsafe(chunk.length + 1)
    let length = 0
    for (const byte of chunk) {
      if (ended) break
      if (inString) {
        if (escaped) escaped = false
        else if (byte === backslash) escaped = true
        else if (byte === quote) inString = false
      } else if (byte === quote) inString = true
      else if (byte === openObject || byte === openArray) depth += 1
      else if (byte === closeObject || byte === closeArray) {
        depth -= 1
        if (depth < inList) ended = true
      }
      const endsItem = depth === inList && byte === closeObject && !inString
      if (depth > inList || endsItem) out[length++] = byte === newline ? space : byte
      if (endsItem) out[length++] = newline ?? 0
    }
    if (length > 0) yield out.subarray(0, length)
  }
}
