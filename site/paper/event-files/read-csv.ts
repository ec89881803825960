import { isUtf8 } from 'node:buffer'
import { Readable } from 'node:stream'
import { parse } from 'csv-parse'
import type { CsvRecord } from './outcome-rows.ts'

/** A line that was left out, and why. Lines count from 1. */
export type Problem = { readonly line: number; readonly kind: 'skipped' | 'rejected'; readonly reason: string }

/** Characters of the longest record; those of Retraction Watch and FORRT have a tenth of them. */
const longestRecord = 128 * 1024
/** Retraction Watch's list, the widest, has 21 columns. */
const mostColumns = 256
/** Broken records after which the rest of a file is not read: reporting one costs more than reading hundreds. */
const mostBroken = 2_000

/** A file that is no CSV file of events. */
export class CsvUnreadable extends Error {}

/**
 * The records of a CSV file with a header, with the line each starts on. Records that break the format or the encoding are left out and
 * reported. Memory stays flat.
 * @throws CsvUnreadable for a file with too many columns or broken records
 */
export async function* readCsv(
  chunks: AsyncIterable<Buffer>,
  onProblem: (problem: Problem) => void,
): AsyncGenerator<{ record: CsvRecord; line: number }> {
  const parser = parse({
    columns: (names: string[]) => {
      if (names.length > mostColumns) throw new CsvUnreadable(`more than ${mostColumns} columns`)
      return names
    },
    encoding: 'latin1',
    info: true,
    max_record_size: longestRecord,
    relax_quotes: true,
    skip_empty_lines: true,
    skip_records_with_error: true,
  })
  let broken = 0
  parser.on('skip', error => {
    if (++broken > mostBroken)
      parser.destroy(new CsvUnreadable(`more than ${mostBroken.toLocaleString('en-US')} of its records are broken`))
    onProblem({
      line: Number(error?.lines),
      kind: 'rejected',
      reason: `not a record: ${String(error?.code ?? 'unreadable')}`,
    })
  })
  const source = Readable.from(inPieces(withoutMark(chunks)))
  source.on('error', error => parser.destroy(error))
  for await (const { record, info } of source.pipe(parser) as AsyncIterable<{
    record: Record<string, string>
    info: { lines: number }
  }>) {
    const line = info.lines - lineEndsIn(record)
    const decoded = decodeFields(record)
    if (decoded === null) onProblem({ line, kind: 'rejected', reason: 'not valid UTF-8' })
    else yield { record: decoded, line }
  }
}

const utf8Mark = Buffer.from('\ufeff')

/** Without the mark of UTF-8 at the start. The parser would go by it and decode the fields itself: then no letter that is not ASCII is readable. */
async function* withoutMark(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let start: Buffer | null = Buffer.alloc(0)
  for await (const chunk of chunks) {
    if (start === null) yield chunk
    else {
      start = Buffer.concat([start, chunk])
      if (start.length < utf8Mark.length) continue
      yield start.subarray(0, utf8Mark.length).equals(utf8Mark) ? start.subarray(utf8Mark.length) : start
      start = null
    }
  }
  if (start !== null) yield start
}

/** Bytes that the parser takes before it can be stopped. */
const pieceSize = 8_192

async function* inPieces(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const chunk of chunks)
    for (let at = 0; at < chunk.length; at += pieceSize) yield chunk.subarray(at, at + pieceSize)
}

/** Number of line breaks within a record's fields, to compute its first line. */
const lineEndsIn = (record: Record<string, string>): number =>
  Object.values(record).reduce((sum, value) => sum + (value.includes('\n') ? value.split('\n').length - 1 : 0), 0)

/** Fields are read as latin1 bytes, to detect invalid encodings. */
const decodeFields = (record: Record<string, string>): CsvRecord | null => {
  for (const [name, value] of Object.entries(record)) {
    if (!/[\x80-\xff]/.test(value)) continue
    const bytes = Buffer.from(value, 'latin1')
    if (!isUtf8(bytes)) return null
    record[name] = bytes.toString('utf8')
  }
  return record
}
