import type { Problem } from '../../paper/event-files/index.ts'
import type { Block } from './parse-block.ts'

const blockSize = 512 * 1024
const newline = 10

/** Longest line that is read, in bytes. The longest of OpenAlex (5,000 authors with their institutions) have a tenth of it. */
export const longestLine = 16 * 1024 * 1024

/**
 * Cuts a stream of bytes into blocks of whole lines of about half a megabyte, each in memory of its own. A line that grows over the
 * limit is left out and reported, and never held as a whole; a byte order mark at the start is dropped.
 */
export async function* lineBlocks(
  chunks: AsyncIterable<Buffer>,
  onProblem: (problem: Problem) => void,
  limit = longestLine,
): AsyncGenerator<Block> {
  const lines = pile()
  const unfinished = pile()
  let firstLine = 1
  let first = true
  let skipping = false

  function takeLines(): Block {
    const block = { bytes: lines.take(), firstLine }
    firstLine += newlinesIn(block.bytes)
    return block
  }

  for await (const chunk of chunks) {
    let rest = chunk
    if (first) rest = withoutByteOrderMark(rest)
    first = false
    if (skipping) {
      const end = rest.indexOf(newline)
      if (end < 0) continue
      skipping = false
      firstLine++
      rest = rest.subarray(end + 1)
    }
    const end = rest.lastIndexOf(newline) + 1
    if (end > 0) {
      lines.addAll(unfinished)
      lines.add(rest.subarray(0, end))
    }
    unfinished.add(rest.subarray(end))
    if (unfinished.size() > limit) {
      if (lines.size() > 0) yield takeLines()
      onProblem({ line: firstLine, kind: 'rejected', reason: `longer than ${limit} bytes` })
      unfinished.clear()
      skipping = true
    }
    if (lines.size() >= blockSize) yield takeLines()
  }
  lines.addAll(unfinished)
  if (lines.size() > 0) yield takeLines()
}

/** Pieces of bytes, put together only when they are taken. */
function pile() {
  let pieces: Buffer[] = []
  let size = 0
  const clear = () => {
    pieces = []
    size = 0
  }
  return {
    size: () => size,
    add(piece: Buffer) {
      pieces.push(piece)
      size += piece.length
    },
    addAll(other: { drain: () => Buffer[] }) {
      for (const piece of other.drain()) this.add(piece)
    },
    drain(): Buffer[] {
      const all = pieces
      clear()
      return all
    },
    take(): Uint8Array {
      const bytes = new Uint8Array(size)
      let at = 0
      for (const piece of this.drain()) {
        bytes.set(piece, at)
        at += piece.length
      }
      return bytes
    },
    clear,
  }
}

const withoutByteOrderMark = (start: Buffer): Buffer =>
  start.length >= 3 && start.readUIntBE(0, 3) === 0xefbbbf ? start.subarray(3) : start

const newlinesIn = (bytes: Uint8Array): number => {
  let count = 0
  for (let at = bytes.indexOf(newline); at >= 0; at = bytes.indexOf(newline, at + 1)) count++
  return count
}
