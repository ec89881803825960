import { inflateRawSync } from 'node:zlib'

/** A ZIP file that cannot be read, or that unpacks to more than it may. */
export class ZipError extends Error {
  readonly reason: 'damaged' | 'too-large'
  constructor(reason: 'damaged' | 'too-large', options?: ErrorOptions) {
    super(reason, options)
    this.reason = reason
  }
}

const endOfDirectory = 'PK\x05\x06'
const endLength = 22
const longestComment = 0xffff
const entryLength = 46
const localLength = 30

/**
 * Extracts these files of a ZIP archive, each once. Declared sizes are not trusted: extraction stops at `most` bytes in total. @throws
 * ZipError
 */
export const unzip = (bytes: Uint8Array, wanted: ReadonlySet<string>, most: number): Map<string, Buffer> => {
  const archive = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  const files = new Map<string, Buffer>()
  let left = most
  try {
    for (const { name, method, offset, length } of entriesOf(archive)) {
      if (!wanted.has(name) || files.has(name)) continue
      const file = unpacked(contentAt(archive, offset, length), method, left)
      left -= file.length
      files.set(name, file)
    }
  } catch (cause) {
    if (cause instanceof ZipError) throw cause
    throw new ZipError('damaged', { cause })
  }
  return files
}

type Entry = { name: string; method: number; offset: number; length: number }

/** The entries of the central directory, at the end of the archive. Reading beyond the end throws. */
function* entriesOf(archive: Buffer): Generator<Entry> {
  const end = archive.lastIndexOf(endOfDirectory, archive.length - endLength, 'latin1')
  if (end < 0 || end < archive.length - endLength - longestComment) throw new ZipError('damaged')
  let at = archive.readUInt32LE(end + 16)
  for (let left = archive.readUInt16LE(end + 10); left > 0; left--) {
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map(field => archive.readUInt16LE(at + field)) as [
      number,
      number,
      number,
    ]
    yield {
      name: archive.toString('utf8', at + entryLength, at + entryLength + nameLength),
      method: archive.readUInt16LE(at + 10),
      length: archive.readUInt32LE(at + 20),
      offset: archive.readUInt32LE(at + 42),
    }
    at += entryLength + nameLength + extraLength + commentLength
  }
}

const contentAt = (archive: Buffer, offset: number, length: number): Buffer => {
  const start = offset + localLength + archive.readUInt16LE(offset + 26) + archive.readUInt16LE(offset + 28)
  if (start + length > archive.length) throw new ZipError('damaged')
  return archive.subarray(start, start + length)
}

const unpacked = (content: Buffer, method: number, most: number): Buffer => {
  if (method !== 0 && method !== 8) throw new ZipError('damaged')
  if (method === 0 ? content.length > most : most === 0) throw new ZipError('too-large')
  if (method === 0) return content
  try {
    return inflateRawSync(content, { maxOutputLength: most })
  } catch (cause) {
    const isTooLarge = cause instanceof Error && 'code' in cause && cause.code === 'ERR_BUFFER_TOO_LARGE'
    throw new ZipError(isTooLarge ? 'too-large' : 'damaged', { cause })
  }
}
