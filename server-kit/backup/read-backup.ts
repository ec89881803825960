import { createHash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { fileProblem } from '../file-problem/index.ts'
import { OperatorError } from '../operator-error/index.ts'
import {
  type BackupHeader,
  type BackupSection,
  endLine,
  formatVersion,
  headerLine,
  markedLine,
  sectionLine,
  type TableCount,
} from './lines.ts'
import { readValue, type SqlValue } from './value.ts'

export type BackupPart =
  | { kind: 'header'; header: BackupHeader }
  | { kind: 'section'; section: BackupSection }
  | { kind: 'rows'; rows: SqlValue[][] }
  | { kind: 'end'; tables: TableCount[] }

const batchSize = 200
/** Maximum header size in bytes. Longer first lines are not read to the end. */
const longestHeader = 4_000_000

/**
 * Reads a backup from its beginning, part by part, and checks it on the way. `end` comes last, and only when the file is
 * whole and unaltered.
 * @throws OperatorError when it is no backup, of a newer format, incomplete or altered.
 */
export async function* readBackup(file: FileHandle, path: string): AsyncGenerator<BackupPart> {
  const hash = createHash('sha256')
  const counts: TableCount[] = []
  let section: BackupSection | undefined
  let state: 'beginning' | 'middle' | 'ended' = 'beginning'
  let rows: SqlValue[][] = []

  for await (const bytes of readLines(file, path)) {
    if (state === 'ended') throw damaged(path, 'it goes on after its last line')
    const content = parse(bytes)
    if (state === 'beginning') {
      hash.update(bytes)
      yield { kind: 'header', header: readHeader(content, path) }
      state = 'middle'
      continue
    }
    if (Array.isArray(content)) {
      hash.update(bytes)
      const count = counts.at(-1)
      if (section === undefined || count === undefined) throw damaged(path, 'a row comes before its table')
      rows.push(readRow(content, section, path))
      count.rows++
      if (rows.length < batchSize) continue
      yield { kind: 'rows', rows }
      rows = []
      continue
    }
    if (rows.length > 0) {
      yield { kind: 'rows', rows }
      rows = []
    }
    const end = endLine.safeParse(content)
    if (end.success) {
      const { tables, sha256 } = end.data.end
      if (sha256 !== hash.digest('hex')) throw damaged(path, 'its checksum does not fit')
      if (JSON.stringify(tables) !== JSON.stringify(counts)) throw damaged(path, 'its rows are not those it counts')
      state = 'ended'
      continue
    }
    hash.update(bytes)
    const next = sectionLine.safeParse(content)
    if (!next.success) throw damaged(path, 'a line of it makes no sense')
    section = next.data
    counts.push({ database: section.database, table: section.table, rows: 0 })
    yield { kind: 'section', section }
  }
  if (state === 'beginning') throw noBackup(path)
  if (state === 'middle') throw damaged(path, 'its end is missing')
  yield { kind: 'end', tables: counts }
}

const readHeader = (content: unknown, path: string): BackupHeader => {
  const marked = markedLine.safeParse(content)
  if (!marked.success) throw noBackup(path)
  const { corroborateBackup: version } = marked.data
  if (version > formatVersion) {
    throw new OperatorError(
      `${path} was written by a newer version of this program (format ${version}; this one reads ${formatVersion}): ` +
        'restore it with that version or a later one.',
    )
  }
  const header = headerLine.safeParse(content)
  if (!header.success) throw damaged(path, 'its first line makes no sense')
  return header.data
}

const readRow = (content: readonly unknown[], { table, columns }: BackupSection, path: string): SqlValue[] => {
  if (content.length !== columns.length) throw damaged(path, `a row of "${table}" has not as many values as columns`)
  try {
    return content.map(readValue)
  } catch {
    throw damaged(path, `a row of "${table}" holds something that is no value`)
  }
}

/** Undefined when it is no JSON. */
const parse = (bytes: Buffer): unknown => {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    return undefined
  }
}

/** The lines of a gzip'd file, each with the line break at its end. */
async function* readLines(file: FileHandle, path: string): AsyncGenerator<Buffer> {
  const { size } = await file.stat()
  const gunzip = createGunzip()
  let begun = false
  let open: Buffer[] = []
  let openBytes = 0
  const flowing = pipeline(readBytes(file), gunzip)
  // Its errors surface in the loop through `gunzip`.
  flowing.catch(() => {})
  try {
    for await (const chunk of gunzip as AsyncIterable<Buffer>) {
      let from = 0
      for (let to = chunk.indexOf(10); to >= 0; to = chunk.indexOf(10, from)) {
        const rest = chunk.subarray(from, to + 1)
        yield open.length === 0 ? rest : Buffer.concat([...open, rest])
        begun = true
        open = []
        openBytes = 0
        from = to + 1
      }
      if (from === chunk.length) continue
      open.push(chunk.subarray(from))
      openBytes += chunk.length - from
      if (!begun && openBytes > longestHeader) throw noBackup(path)
    }
    if (openBytes > 0) throw begun ? damaged(path, 'its end is missing') : noBackup(path)
    // Bytes behind the compressed ones are silently passed over by the decoder.
    if (gunzip.bytesWritten !== size) throw damaged(path, 'it goes on after its last line')
  } catch (error) {
    throw streamProblem(path, begun, error)
  } finally {
    gunzip.destroy()
  }
}

/** From the beginning, wherever an earlier reading stopped. */
async function* readBytes(file: FileHandle): AsyncGenerator<Buffer> {
  for (let position = 0; ; ) {
    const { buffer, bytesRead } = await file.read({ buffer: Buffer.allocUnsafe(65_536), position })
    if (bytesRead === 0) return
    position += bytesRead
    yield buffer.subarray(0, bytesRead)
  }
}

const streamProblem = (path: string, begun: boolean, error: unknown): OperatorError => {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'Z_BUF_ERROR') return damaged(path, 'its end is missing')
  if (code.startsWith('Z_')) return begun ? damaged(path, 'it cannot be unpacked') : noBackup(path)
  return fileProblem(path, 'read', error)
}

const noBackup = (path: string): OperatorError =>
  new OperatorError(`${path} is not a backup made by \`npm run backup\`: name one that is.`)

/** Builds the error for a file that cannot be trusted. */
export const damaged = (path: string, how: string): OperatorError =>
  new OperatorError(`${path} is damaged (${how}), so nothing was restored from it: use another copy or another backup.`)
