/** One line, from 1 on. `text` is null for a line that is longer than the limit. */
export type ReadLine = { at: number; text: string | null }

const newline = 10

/**
 * The lines of a stream without their ends (`\n`, `\r\n`). Empty lines are counted and left out. Of a line with more than `longest` bytes
 * nothing is kept, so that a file without line ends fills no memory.
 */
export async function* linesOf(input: AsyncIterable<Buffer | string>, longest: number): AsyncGenerator<ReadLine> {
  let pieces: Buffer[] = []
  let size = 0
  let at = 0
  const take = (): ReadLine | null => {
    at++
    const isTooLong = size > longest
    const text = isTooLong ? null : textOf(pieces)
    pieces = []
    size = 0
    return text === '' ? null : { at, text }
  }
  const add = (piece: Buffer): void => {
    size += piece.length
    if (size > longest) pieces = []
    else if (piece.length > 0) pieces.push(piece)
  }

  for await (const given of input) {
    const chunk = typeof given === 'string' ? Buffer.from(given) : given
    let from = 0
    for (let end = chunk.indexOf(newline); end >= 0; end = chunk.indexOf(newline, from)) {
      add(chunk.subarray(from, end))
      from = end + 1
      const line = take()
      if (line !== null) yield line
    }
    add(chunk.subarray(from))
  }
  const last = size > 0 ? take() : null
  if (last !== null) yield last
}

const textOf = (pieces: readonly Buffer[]): string => {
  const [first] = pieces
  const bytes = pieces.length === 1 && first !== undefined ? first : Buffer.concat(pieces)
  return bytes.toString('utf8', 0, bytes.at(-1) === 13 ? bytes.length - 1 : bytes.length)
}

/** Reads the body of a response as text. Returns null, and closes the connection, if it has more than `most` bytes. */
export const readTextUpTo = async (response: Response, most: number): Promise<string | null> => {
  const announced = Number(response.headers.get('content-length') ?? 0)
  if (announced > most) {
    await response.body?.cancel()
    return null
  }
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength
    if (size > most) return null
    chunks.push(chunk)
  }
  return new TextDecoder().decode(Buffer.concat(chunks))
}
