import { isUtf8 } from 'node:buffer'
import { Readable } from 'node:stream'
import { parse } from 'csv-parse'
import type { CsvRecord } from './outcome-rows.ts'
import type { Problem } from './problem.ts'

const longestRecord = 1024 * 1024

/**
 * The records of a CSV file with a header, with the line each starts on. Records that break the format or the encoding are left out and
 * reported. Memory stays flat.
 */
export async function* readCsv(
  chunks: AsyncIterable<Buffer>,
  onProblem: (problem: Problem) => void,
): AsyncGenerator<{ record: CsvRecord; line: number }> {
  const parser = parse({
    columns: true,
    encoding: 'latin1',
    info: true,
    max_record_size: longestRecord,
    relax_quotes: true,
    skip_empty_lines: true,
    skip_records_with_error: true,
  })
  parser.on('skip', error => {
    const { lines, code } = error as { lines: number; code: string }
    onProblem({ line: lines, kind: 'rejected', reason: `not a record: ${code}` })
  })
  const source = Readable.from(withoutMark(chunks))
  source.on('error', error => parser.destroy(error))
  for await (const { record, info } of source.pipe(parser) as AsyncIterable<{
    record: Record<string, string>
    info: { lines: number }
  }>) {
    // It says on which line a record ends.
    const line = info.lines - breaksIn(record)
    const decoded = decodeFields(record)
    if (decoded === null) onProblem({ line, kind: 'rejected', reason: 'not valid UTF-8' })
    else yield { record: decoded, line }
  }
}

const breaksIn = (record: Record<string, string>): number =>
  Object.values(record).reduce((sum, value) => sum + value.split('\n').length - 1, 0)

const mark = Buffer.from('\ufeff')

/** A file without the mark of UTF-8 at its beginning. The parser would drop it too, and read all that follows as UTF-8. */
async function* withoutMark(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let begun = Buffer.alloc(0)
  let isPast = false
  for await (const chunk of chunks) {
    if (isPast) {
      yield chunk
      continue
    }
    begun = Buffer.concat([begun, chunk])
    if (begun.length < mark.length) continue
    isPast = true
    yield begun.subarray(begun.indexOf(mark) === 0 ? mark.length : 0)
  }
  if (!isPast) yield begun
}

/** Fields are read as bytes (latin1) so that a broken one can be told from a readable one. */
const decodeFields = (record: Record<string, string>): CsvRecord | null => {
  for (const [name, value] of Object.entries(record)) {
    if (!/[\x80-\xff]/.test(value)) continue
    const bytes = Buffer.from(value, 'latin1')
    if (!isUtf8(bytes)) return null
    record[name] = bytes.toString('utf8')
  }
  return record
}
