import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'

/** A file as it was written: how many lines and bytes it has, and its SHA-256 in hexadecimal digits. */
export type WrittenFile = { lines: number; bytes: number; sha256: string }

/** So much text is written at a time, in UTF-16 code units. */
const atOnce = 1 << 18

/** Writes objects to a new file, one JSON text a line, and sees it onto the disk. @throws when it is aborted, and as Node does */
export const writeLines = async (
  file: string,
  lines: AsyncIterable<object> | Iterable<object>,
  signal: AbortSignal,
): Promise<WrittenFile> => {
  const handle = await open(file, 'wx')
  const hash = createHash('sha256')
  let count = 0
  let bytes = 0
  let waiting = ''
  const flush = async () => {
    const chunk = Buffer.from(waiting)
    waiting = ''
    hash.update(chunk)
    bytes += chunk.length
    await handle.appendFile(chunk)
  }
  try {
    for await (const line of lines) {
      signal.throwIfAborted()
      waiting += `${JSON.stringify(line)}\n`
      count += 1
      if (waiting.length >= atOnce) await flush()
    }
    await flush()
    await handle.sync()
    return { lines: count, bytes, sha256: hash.digest('hex') }
  } finally {
    await handle.close()
  }
}
