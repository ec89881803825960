import { stat } from 'node:fs/promises'
import type { OnKnown, PreparedWork, WorksWriter } from '../works-index/index.ts'
import { detectFormat, type Format } from './detect-format.ts'
import type { KnownSink } from './known.ts'
import { lineBlocks } from './line-blocks.ts'
import { type Merging, mergeRows, replicationMerging, updateMerging } from './merge-rows.ts'
import { type CsvRecord, type ParsedRecord, parseReplication, parseUpdate } from './outcome-rows.ts'
import type { ParsedBlock, Problem } from './parse-block.ts'
import type { Parser } from './parser.ts'
import { readBytes } from './read-bytes.ts'
import { readCsv } from './read-csv.ts'

/**
 * What became of one file. Each line or record is `added`, `changed` (known, now different), `same`, `different` (known with other
 * facts, and kept as it was), `skipped` (no DOI) or `rejected`; of an outcome file `added` counts the changed ones too. `damage` says how the file is broken, if it is.
 */
export type FileSummary = {
  file: string
  format: Format | null
  added: number
  changed: number
  same: number
  different: number
  skipped: number
  rejected: number
  damage: string | null
  /** Milliseconds. */
  took: number
}

export type ImportProgress = { file: string; format: Format; bytesRead: number; bytes: number; records: number }

export type ImportOptions = {
  files: readonly string[]
  writer: WorksWriter
  parser: Parser
  /** Opened when the first outcome file comes. */
  sink: () => Promise<KnownSink>
  onKnown: OnKnown
  onProblem?: (file: string, problem: Problem) => void
  onProgress?: (progress: ImportProgress) => void
  onFile?: (summary: FileSummary) => void
  signal?: AbortSignal
}

const worksInTransaction = 8_000
const blocksInFlight = 12
const rowsInTransaction = 1_000
const sniffed = 64 * 1024

/**
 * Imports files one after the other, in flat memory and short transactions: readers see each transaction when it is done, a killed run
 * can simply be run again, and a second run changes nothing. Throws only when a file cannot be opened or storage cannot be written.
 */
export const importFiles = async (options: ImportOptions): Promise<FileSummary[]> => {
  const summaries: FileSummary[] = []
  for (const file of options.files) {
    if (options.signal?.aborted) break
    const summary = await importFile(file, options)
    summaries.push(summary)
    options.onFile?.(summary)
  }
  const { writer } = options
  if (writer.vocabularyIsStale()) writer.refreshVocabulary()
  return summaries
}

const importFile = async (file: string, options: ImportOptions): Promise<FileSummary> => {
  const started = performance.now()
  const summary: FileSummary = {
    file,
    format: null,
    added: 0,
    changed: 0,
    same: 0,
    different: 0,
    skipped: 0,
    rejected: 0,
    damage: null,
    took: 0,
  }
  const source = await readBytes(file)
  const { start, chunks } = await peek(source.chunks)
  const format = detectFormat(start)
  summary.format = format
  const problem = (found: Problem) => {
    summary[found.kind]++
    options.onProblem?.(file, found)
  }
  if (format === null) {
    await chunks.return(undefined)
    summary.damage =
      source.damage() ??
      (start === ''
        ? 'the file is empty'
        : 'neither works (JSON lines) nor one of the outcome files (CSV with their header)')
  } else {
    const { size: bytes } = await stat(file)
    const progress = () => {
      const records = summary.added + summary.changed + summary.same + summary.different
      options.onProgress?.({ file, format, bytesRead: source.bytesRead(), bytes, records })
    }
    progress()
    const run = { chunks, summary, problem, progress, options }
    if (format === 'works') await importWorks(run)
    else if (format === 'updates') {
      await importRecords(run, parseUpdate, updateMerging, (sink, rows) => sink.saveUpdates(rows))
    } else {
      await importRecords(run, parseReplication, replicationMerging, (sink, rows) => sink.saveReplications(rows))
    }
    summary.damage = source.damage()
  }
  summary.took = performance.now() - started
  return summary
}

type Chunks = AsyncGenerator<Buffer>
type Run = {
  chunks: Chunks
  summary: FileSummary
  problem: (problem: Problem) => void
  progress: () => void
  options: ImportOptions
}

/** The beginning of the content as text, and the whole content again. */
const peek = async (chunks: Chunks): Promise<{ start: string; chunks: Chunks }> => {
  const taken: Buffer[] = []
  let length = 0
  while (length < sniffed) {
    const { value, done } = await chunks.next()
    if (done) break
    taken.push(value)
    length += value.length
  }
  async function* all(): Chunks {
    try {
      yield* taken
      yield* chunks
    } finally {
      await chunks.return(undefined)
    }
  }
  return { start: Buffer.concat(taken).toString('utf8', 0, sniffed), chunks: all() }
}

/** Keeps the parsing thread some blocks ahead, so that it works while a transaction is written. */
const importWorks = async ({ chunks, summary, problem, progress, options }: Run): Promise<void> => {
  const { writer, parser, onKnown, signal } = options
  const inFlight: Promise<ParsedBlock>[] = []
  let works: PreparedWork[] = []

  function put(): void {
    if (works.length === 0) return
    const counts = writer.put(works, onKnown)
    works = []
    summary.added += counts.added
    summary.changed += counts.changed
    summary.same += counts.same
    summary.different += counts.different
    if (writer.vocabularyIsFarBehind()) writer.refreshVocabulary()
    progress()
  }

  async function takeOne(): Promise<void> {
    const parsed = await inFlight.shift()
    if (parsed === undefined) return
    for (const found of parsed.problems) problem(found)
    works = works.length === 0 ? parsed.works : works.concat(parsed.works)
    if (works.length >= worksInTransaction) put()
  }

  for await (const block of lineBlocks(chunks, problem)) {
    if (signal?.aborted) break
    const parsed = parser.parse(block)
    parsed.catch(() => {})
    inFlight.push(parsed)
    if (inFlight.length >= blocksInFlight) await takeOne()
  }
  while (inFlight.length > 0) await takeOne()
  put()
}

const importRecords = async <Row>(
  { chunks, summary, problem, progress, options }: Run,
  parse: (record: CsvRecord) => ParsedRecord<Row>,
  merging: Merging<Row>,
  save: (sink: KnownSink, rows: readonly Row[]) => Promise<number>,
): Promise<void> => {
  const sink = await options.sink()
  const merged = mergeRows(merging)

  async function put(): Promise<void> {
    const rows = merged.take()
    for (let at = 0; at < rows.length; at += rowsInTransaction) {
      const batch = rows.slice(at, at + rowsInTransaction)
      const changed = await save(sink, batch)
      summary.added += changed
      summary.same += batch.length - changed
      progress()
    }
  }

  for await (const { record, line } of readCsv(chunks, problem)) {
    if (options.signal?.aborted) break
    const parsed = parse(record)
    if (parsed.kind !== 'row') problem({ line, kind: parsed.kind, reason: parsed.reason })
    else if (!merged.add(parsed.row)) summary.same++
    if (merged.full()) await put()
  }
  await put()
}
