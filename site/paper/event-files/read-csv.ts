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
  let start = 1
  const parser = parse({
    bom: true,
    columns: true,
    encoding: 'latin1',
    info: true,
    max_record_size: longestRecord,
    relax_quotes: true,
    skip_empty_lines: true,
    skip_records_with_error: true,
  })
  parser.on('skip', error => {
    onProblem({
      line: lineOf(error, start),
      kind: 'rejected',
      reason: `not a record: ${String(error?.code ?? 'unreadable')}`,
    })
  })
  const source = Readable.from(chunks)
  source.on('error', error => parser.destroy(error))
  for await (const { record, info } of source.pipe(parser) as AsyncIterable<{
    record: Record<string, string>
    info: { lines: number }
  }>) {
    const line = start
    start = info.lines + 1
    const decoded = decodeFields(record)
    if (decoded === null) onProblem({ line: info.lines, kind: 'rejected', reason: 'not valid UTF-8' })
    else yield { record: decoded, line: Math.max(line, 2) }
  }
}

const lineOf = (error: unknown, start: number): number =>
  typeof error === 'object' && error !== null && 'lines' in error ? Number(error.lines) : start

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
