import { constants, crc32, deflateRawSync } from 'node:zlib'

/** Stands for what is spliced in while the rest is compressed: a byte that no text has, so that nothing refers back to it. */
const standIn = 0xff

/** A gzip header without a name or a time (RFC 1952, section 2.3.1). */
const header = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3])

/** How far deflate looks back, in bytes. */
const window = 32_768

/**
 * Compresses a document that is the same for everybody but for one short text between its `parts`, such as a nonce: once, however many
 * are sent. The text itself is in the stream as it is, in stored blocks (RFC 1951, section 3.2.4), so that how well the
 * rest compresses says nothing about it (BREACH).
 * @param length The length of the text, in bytes.
 * @returns the gzip stream for a text of that length. Throws RangeError for another length.
 */
export const spliceGzip = (parts: readonly string[], length: number): ((text: string) => Buffer<ArrayBuffer>) => {
  const plain = parts.map(part => Buffer.from(part))
  const gap = Buffer.alloc(length, standIn)
  const seen: Buffer[] = []
  const compressed = plain.map((part, index) => {
    const isLast = index === plain.length - 1
    const before = Buffer.concat(seen).subarray(-window)
    seen.push(part, gap)
    return deflateRawSync(part, {
      level: 9,
      finishFlush: isLast ? constants.Z_FINISH : constants.Z_SYNC_FLUSH,
      ...(before.byteLength > 0 && { dictionary: before }),
    })
  })
  const size = plain.reduce((sum, part) => sum + part.byteLength, 0) + length * (plain.length - 1)
  return text => {
    const bytes = Buffer.from(text)
    if (bytes.byteLength !== length) throw new RangeError(`The text must have ${length} bytes.`)
    const stored = storedBlock(bytes)
    const pieces: Buffer[] = [header]
    let crc = 0
    for (const [index, part] of plain.entries()) {
      if (index > 0) {
        pieces.push(stored)
        crc = crc32(bytes, crc)
      }
      pieces.push(compressed[index] ?? gap)
      crc = crc32(part, crc)
    }
    const trailer = Buffer.alloc(8)
    trailer.writeUInt32LE(crc, 0)
    trailer.writeUInt32LE(size >>> 0, 4)
    pieces.push(trailer)
    return Buffer.concat(pieces)
  }
}

/** A stored block that is not the last, for a stream whose next bit is the first of a byte. */
const storedBlock = (bytes: Buffer): Buffer => {
  const block = Buffer.alloc(5 + bytes.byteLength)
  block.writeUInt16LE(bytes.byteLength, 1)
  block.writeUInt16LE(~bytes.byteLength & 0xffff, 3)
  bytes.copy(block, 5)
  return block
}
