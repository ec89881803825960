import { stat } from 'node:fs/promises'
import type { ImportedReferences, ReferencesSink } from '../../paper/citations/index.ts'
import {
  CsvUnreadable,
  importRecords,
  type KnownSink,
  type Problem,
  type RecordFormat,
  recordFormatOf,
} from '../../paper/event-files/index.ts'
import type { KnownSource } from '../../paper/known/index.ts'
import type { OnKnown, PreparedWork, WorksSink } from '../../paper/works-index/index.ts'
import { itemLines, lineBlocks, parseCrossrefBlock } from './line-blocks.ts'
import type { ParsedBlock } from './parse-block.ts'
import type { Parser } from './parser.ts'
import { readBytes } from './read-bytes.ts'

/** Format of a file, detected from its beginning. */
type Format = 'works' | 'crossref-works' | 'crossref-items' | RecordFormat

/**
 * Detects the format from the first lines: a CSV header of an event file, or JSON objects (a malformed line or two before the first are
 * ignored), which are Crossref's if their DOI field is; or one object with a list of Crossref works. Null otherwise.
 */
const detectFormat = (start: string): Format | null => {
  const lines = start.replace(/^\ufeff/, '').split('\n')
  const csv = recordFormatOf(lines[0] ?? '')
  if (csv !== null) return csv
  if (/^\s*\{\s*"items"\s*:\s*\[/.test(start.replace(/^\ufeff/, ''))) return 'crossref-items'
  const json = lines.find(line => line.trimStart().startsWith('{'))
  if (json === undefined) return null
  return /"DOI"\s*:/.test(json) && !/"doi"\s*:/.test(json) ? 'crossref-works' : 'works'
}

/**
 * Import result of a file. Each line or record is `added`, `changed` (known, now different), `same`, `different` (known with other facts,
 * and kept unchanged), `skipped` (no DOI) or `rejected`; for an event file `added` includes changed ones. `damage` describes file
 * corruption, if any.
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
  writer: WorksSink
  parser: Parser
  /** Opened when the first file of events comes. */
  sink: () => Promise<KnownSink>
  /** Storage of citations of retracted papers; opened for the first file of works. If missing, citations are not collected. */
  references?: () => Promise<ReferencesSink>
  onKnown: OnKnown
  onProblem?: (file: string, problem: Problem) => void
  onProgress?: (progress: ImportProgress) => void
  onFile?: (summary: FileSummary) => void
  signal?: AbortSignal
  /** Epoch milliseconds. */
  now: () => number
}

const worksInTransaction = 8_000
const blocksInFlight = 12
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
        : 'unrecognized format: expected works as JSON lines, or an event CSV with its header')
  } else {
    const { size: bytes } = await stat(file)
    const progress = () => {
      const records = summary.added + summary.changed + summary.same + summary.different
      options.onProgress?.({ file, format, bytesRead: source.bytesRead(), bytes, records })
    }
    progress()
    const run = { chunks, summary, problem, progress, options }
    if (format === 'works') await importWorks(run)
    else {
      const told = await importEvents(run, format).catch((error: unknown) => {
        if (!(error instanceof CsvUnreadable)) throw error
        summary.damage = error.message
        return null
      })
      if (told !== null && source.damage() === null && !options.signal?.aborted) {
        const sink = await options.sink()
        await sink.noteReach(told.source, told.newest)
      }
    }
    summary.damage ??= source.damage()
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

/** Keeps the parsing thread several blocks ahead, so that it works during writes. */
const importWorks = async ({ chunks, summary, problem, progress, options }: Run): Promise<void> => {
  const { writer, parser, onKnown, signal } = options
  const inFlight: Promise<ParsedBlock>[] = []
  let works: PreparedWork[] = []
  let fallen: ImportedReferences[] = []
  const references = await options.references?.()
  if (references !== undefined) parser.seek(await references.sought())

  async function put(): Promise<void> {
    if (works.length === 0) return
    const counts = await writer.put(works, onKnown)
    works = []
    summary.added += counts.added
    summary.changed += counts.changed
    summary.same += counts.same
    summary.different += counts.different
    if (writer.vocabularyIsFarBehind()) writer.refreshVocabulary()
    const found = fallen
    fallen = []
    if (found.length > 0) await references?.save(found)
    progress()
  }

  async function takeOne(): Promise<void> {
    const parsed = await inFlight.shift()
    if (parsed === undefined) return
    for (const found of parsed.problems) problem(found)
    works = works.length === 0 ? parsed.works : works.concat(parsed.works)
    fallen = fallen.concat(parsed.fallen)
    if (works.length >= worksInTransaction) await put()
  }

  for await (const block of lineBlocks(chunks, problem)) {
    if (signal?.aborted) break
    const parsed = parser.parse(block)
    parsed.catch(() => {})
    inFlight.push(parsed)
    if (inFlight.length >= blocksInFlight) await takeOne()
  }
  while (inFlight.length > 0) await takeOne()
  await put()
}

const importEvents = async (
  run: Run,
  format: Exclude<Format, 'works'>,
): Promise<{ source: KnownSource; newest: string | null }> => {
  if (format === 'crossref-works') return { source: 'crossref', newest: await importCrossrefWorks(run, run.chunks) }
  if (format === 'crossref-items')
    return { source: 'crossref', newest: await importCrossrefWorks(run, itemLines(run.chunks)) }
  const { chunks, summary, problem, progress, options } = run
  return importRecords({
    chunks,
    format,
    sink: await options.sink(),
    onProblem: problem,
    onSaved(changed, same) {
      summary.added += changed
      summary.same += same
      progress()
    },
    signal: options.signal,
    now: options.now,
  })
}

/** Imports a Crossref dump with one work per line, of which only those with updates matter. */
const importCrossrefWorks = async (
  { summary, problem, progress, options }: Run,
  lines: AsyncIterable<Buffer>,
): Promise<string | null> => {
  const sink = await options.sink()
  const today = new Date(options.now()).toISOString().slice(0, 10)
  let newest: string | null = null
  for await (const block of lineBlocks(lines, problem)) {
    if (options.signal?.aborted) break
    const { updates, problems } = parseCrossrefBlock(block)
    for (const found of problems) problem(found)
    for (const { date } of updates) if (date !== null && date <= today && (newest ?? '') < date) newest = date
    const changed = updates.length === 0 ? 0 : await sink.saveSourcedUpdates(updates)
    summary.added += changed
    summary.same += updates.length - changed
    progress()
  }
  return newest
}
