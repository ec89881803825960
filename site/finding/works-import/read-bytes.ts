import { createReadStream } from 'node:fs'
import type { Readable, Transform } from 'node:stream'
import { createGunzip, createZstdDecompress } from 'node:zlib'
import { messageOf } from '@corroborate/server-kit/error-message'

/** A file being read. `bytesRead` counts the bytes of the file itself (compressed), for progress. */
export type ByteSource = {
  /** Uncompressed content. Ends early, without an error, if the file is truncated or damaged, which `damage()` then reports. */
  chunks: AsyncGenerator<Buffer>
  bytesRead(): number
  damage(): string | null
}

const chunkSize = 256 * 1024
/** Bytes that one byte of a compressed file may unpack to; works as OpenAlex packs them unpack to ten. */
const mostExpansion = 200
/** Bytes that any file may unpack to: small files of blanks are packed tighter. */
const alwaysUnpacked = 16 * 1024 * 1024

/** A file that holds far more than its size says. */
class Expands extends Error {}

/** Reads a plain, gzip or zstd file, detected by its magic bytes rather than its name. Throws if it cannot be opened or read. */
export const readBytes = async (path: string): Promise<ByteSource> => {
  const raw = createReadStream(path, { highWaterMark: chunkSize })
  const decoder = decoderFor(await firstBytes(raw))
  let damage: string | null = null
  async function* chunks(): AsyncGenerator<Buffer> {
    try {
      if (decoder === null) yield* raw
      else yield* withinExpansion(everyChunk(raw.pipe(decoder)), () => raw.bytesRead)
    } catch (error) {
      if (raw.errored !== null) throw raw.errored
      damage = damageOf(error)
    } finally {
      decoder?.destroy()
      raw.destroy()
    }
  }
  if (decoder !== null) raw.on('error', error => decoder.destroy(error))
  return { chunks: chunks(), bytesRead: () => raw.bytesRead, damage: () => damage }
}

/** The beginning of a stream, left in place. Pipes have one too. */
const firstBytes = async (stream: Readable): Promise<Buffer> => {
  await new Promise<void>((resolve, reject) => {
    stream.once('readable', resolve)
    stream.once('error', reject)
  })
  const head: Buffer | null = stream.read()
  if (head === null) return Buffer.alloc(0)
  stream.unshift(head)
  return head.subarray(0, 4)
}

const mostQueued = 8

/**
 * Iterates a stream without losing data before an error: a failing stream discards its buffer, but the last lines before the damage are
 * needed.
 */
async function* everyChunk(stream: Readable): AsyncGenerator<Buffer> {
  const queue: Buffer[] = []
  let failure: unknown = null
  let ended = false
  let wake = () => {}
  stream.on('data', (chunk: Buffer) => {
    queue.push(chunk)
    if (queue.length >= mostQueued) stream.pause()
    wake()
  })
  stream.once('error', error => {
    failure = error
    ended = true
    wake()
  })
  stream.once('end', () => {
    ended = true
    wake()
  })
  for (;;) {
    const chunk = queue.shift()
    if (chunk !== undefined) yield chunk
    else if (failure !== null) throw failure
    else if (ended) return
    else {
      const more = new Promise<void>(resolve => {
        wake = resolve
      })
      stream.resume()
      await more
    }
  }
}

async function* withinExpansion(chunks: AsyncIterable<Buffer>, packed: () => number): AsyncGenerator<Buffer> {
  let unpacked = 0
  for await (const chunk of chunks) {
    unpacked += chunk.length
    if (unpacked > alwaysUnpacked + mostExpansion * packed()) throw new Expands()
    yield chunk
  }
}

const decoderFor = (head: Buffer): Transform | null => {
  if (head.length >= 2 && head.readUInt16BE(0) === 0x1f8b) return createGunzip({ chunkSize })
  if (head.length === 4 && head.readUInt32LE(0) === 0xfd2fb528) return createZstdDecompress({ chunkSize })
  return null
}

const damageOf = (error: unknown): string => {
  if (error instanceof Expands) return `the compressed data unpacks to more than ${mostExpansion} times its size`
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const cutOff = code === 'Z_BUF_ERROR' || /unexpected end/i.test(messageOf(error))
  return cutOff
    ? 'the file ends too early: it was cut off'
    : `the compressed data is damaged (${code || messageOf(error)})`
}
