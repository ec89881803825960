import type { KnownSource } from '../known/index.ts'
import type { KnownSink } from './known-sink.ts'
import { mergeRows } from './merge-rows.ts'
import type { Problem } from './problem.ts'
import { readCsv } from './read-csv.ts'
import { type RecordFormat, type RecordReading, recordFormats } from './record-formats.ts'

const rowsInTransaction = 1_000

export type RecordsImport = {
  chunks: AsyncIterable<Buffer>
  format: RecordFormat
  sink: Pick<KnownSink, 'saveUpdates' | 'saveReplications'>
  onProblem: (problem: Problem) => void
  /** After each transaction: how many of its rows added or updated, and how many were there already. */
  onSaved: (changed: number, same: number) => void
  signal?: AbortSignal | undefined
  /** Epoch milliseconds. */
  now: () => number
}

/** Imports a CSV file of events into the sink. Returns its source, and its newest date that is not in the future. */
export const importRecords = (run: RecordsImport): Promise<{ source: KnownSource; newest: string | null }> => {
  // The two kinds of rows never meet: each format brings its own parser and its own way to be kept.
  return importAs(run, recordFormats[run.format] as RecordReading<unknown>)
}

const importAs = async <Row>(
  { chunks, sink, onProblem, onSaved, signal, now }: RecordsImport,
  { parse, merging, save, dateOf, source }: RecordReading<Row>,
): Promise<{ source: KnownSource; newest: string | null }> => {
  const merged = mergeRows(merging)
  const today = new Date(now()).toISOString().slice(0, 10)
  let newest: string | null = null

  async function put(): Promise<void> {
    const rows = merged.take()
    for (let at = 0; at < rows.length; at += rowsInTransaction) {
      const batch = rows.slice(at, at + rowsInTransaction)
      const changed = await save(sink, batch)
      onSaved(changed, batch.length - changed)
    }
  }

  for await (const { record, line } of readCsv(chunks, onProblem)) {
    if (signal?.aborted) break
    const parsed = parse(record)
    if (parsed.kind !== 'row') onProblem({ line, kind: parsed.kind, reason: parsed.reason })
    else {
      const date = dateOf(parsed.row)
      if (date !== null && date <= today && (newest === null || date > newest)) newest = date
      if (!merged.add(parsed.row)) onSaved(0, 1)
    }
    if (merged.full()) await put()
  }
  await put()
  return { source, newest }
}
