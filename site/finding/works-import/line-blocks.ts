import type { Problem } from '../../paper/event-files/index.ts'
import { readCrossrefWork, type SourcedUpdate } from '../../paper/known/index.ts'
import type { Block } from './parse-block.ts'

const [itemLinesNewline, quote, backslash, openObject, closeObject, openArray, closeArray] = [
  ...Buffer.from('\n"\\{}[]'),
]
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
      if (depth > inList || endsItem) out[length++] = byte === itemLinesNewline ? space : byte
      if (endsItem) out[length++] = itemLinesNewline ?? 0
    }
    if (length > 0) yield out.subarray(0, length)
  }
}

/** Parses updates from a block of Crossref works; works without updates are ignored. */
export const parseCrossrefBlock = ({ bytes, firstLine }: Block): { updates: SourcedUpdate[]; problems: Problem[] } => {
  const updates: SourcedUpdate[] = []
  const problems: Problem[] = []
  const lines = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8').split('\n')
  for (const [index, line] of lines.entries()) {
    if (!/"update(?:-to|d-by)"/.test(line)) continue
    const work = readCrossrefWork(jsonOf(line))
    if (work === null) problems.push({ line: firstLine + index, kind: 'rejected', reason: 'not a Crossref work' })
    else updates.push(...work.updates)
  }
  return { updates, problems }
}

const jsonOf = (line: string): unknown => {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}

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
