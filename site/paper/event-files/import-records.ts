import { hash } from 'node:crypto'
import {
  floraOrigin,
  type KnownSource,
  type ReplicationRow,
  type SourcedUpdate,
  type UpdateRow,
  type UpdateSource,
} from '../known/index.ts'
import { type CsvRecord, type ParsedRecord, parseReplication, parseUpdate } from './outcome-rows.ts'
import { parseRetractionWatch, parseRetractionWatchIndex } from './parse-retraction-watch.ts'
import { type Problem, readCsv } from './read-csv.ts'

/** Store of event files. Each call uses one or a few short transactions and returns the number of new or changed rows. */
export type KnownSink = {
  saveUpdates(rows: readonly UpdateRow[], source: UpdateSource): Promise<number>
  /** Stores notices with their source. */
  saveSourcedUpdates(rows: readonly SourcedUpdate[]): Promise<number>
  saveReplications(rows: readonly ReplicationRow[]): Promise<number>
  /** A whole file of a source is in; `reachesTo` is the newest date in it. */
  noteReach(source: KnownSource, reachesTo: string | null): Promise<void>
}

/** Merges duplicate rows. */
type Merging<Row> = { key: (row: Row) => string; merge: (earlier: Row, later: Row) => Row }

/** A file may repeat a notice with another date or with fewer facts. A retraction that one of them states is kept. */
export const updateMerging: Merging<UpdateRow> = {
  key: row => [row.doi, row.noticeDoi ?? '', row.type].join('\n'),
  merge: (earlier, later) => ({
    ...earlier,
    date: earlier.date ?? later.date,
    retracted: earlier.retracted || later.retracted,
    journal: earlier.journal ?? later.journal,
    publisher: earlier.publisher ?? later.publisher,
    title: earlier.title ?? later.title,
  }),
}

/** One attempt that the same source codes with two outcomes is a mixed one; both quotes are kept. */
export const replicationMerging: Merging<ReplicationRow> = {
  key: row =>
    [
      row.originalDoi,
      row.replicationDoi ?? row.replicationUrl ?? row.replicationTitle ?? '',
      row.type,
      row.origin,
    ].join('\n'),
  merge: (earlier, later) => ({
    ...earlier,
    outcome: earlier.outcome === later.outcome ? earlier.outcome : 'mixed',
    quote: [...new Set([earlier.quote, later.quote])].filter(quote => quote !== null).join(' || ') || null,
  }),
}

/**
 * Merges duplicates within a sliding window of rows; of more distant ones the first wins. The result is deterministic for a file, whatever
 * the batch size.
 */
export const mergeRows = <Row>({ key, merge }: Merging<Row>, window = 20_000) => {
  let held = new Map<string, Row>()
  const saved = new Set<number>()
  return {
    /** False when the row repeats one that is held or was handed out already. */
    add(row: Row): boolean {
      const name = key(row)
      const earlier = held.get(name)
      if (earlier !== undefined) held.set(name, merge(earlier, row))
      else if (saved.has(fingerprint(name))) return false
      else held.set(name, row)
      return earlier === undefined
    },
    full: () => held.size >= window,
    /** The merged rows, to be saved now. */
    take(): Row[] {
      const rows = [...held.values()]
      for (const name of held.keys()) saved.add(fingerprint(name))
      held = new Map()
      return rows
    },
  }
}

/** 48 bits: a million keys collide once in 500 files. */
const fingerprint = (name: string): number => hash('sha1', name, 'buffer').readUIntBE(0, 6)

/** One row of FLoRA, FORRT's list as it publishes it now: written by R, so that `NA` is nothing. */
export const parseFlora = (record: CsvRecord): ParsedRecord<ReplicationRow> => {
  const field = (name: string): string => {
    const value = record[name]?.trim() ?? ''
    return value === 'NA' ? '' : value
  }
  const address = [field('doi_r'), field('url_r'), field('alt_identifier_r')].find(value => value !== '') ?? ''
  return parseReplication({
    doi_original: field('doi_o'),
    doi_replication: address,
    type: field('type'),
    outcome: field('outcome'),
    outcome_quote: field('outcome_quote'),
    title_original: field('title_o'),
    journal_original: field('journal_o'),
    year_original: field('year_o'),
    title_replication: field('title_r'),
    journal_replication: field('journal_r'),
    year_replication: field('year_r'),
    origin: floraOrigin,
  })
}

/** CSV format of event files, detected by required columns in any order. */
export type RecordFormat = 'updates' | 'replications' | 'retraction-watch' | 'retraction-watch-index' | 'flora'

/** Parser, source and storage of a file's rows. */
type RecordReading<Row> = {
  columns: readonly string[]
  source: KnownSource
  parse: (record: CsvRecord) => ParsedRecord<Row>
  merging: Merging<Row>
  save: (sink: Pick<KnownSink, 'saveUpdates' | 'saveReplications'>, rows: readonly Row[]) => Promise<number>
  /** ISO 8601, as exact as the record is. */
  dateOf: (row: Row) => string | null
}

const updatesOf = (
  source: KnownSource,
  keptAs: UpdateSource,
  columns: readonly string[],
  parse: RecordReading<UpdateRow>['parse'],
): RecordReading<UpdateRow> => ({
  columns,
  source,
  parse,
  merging: updateMerging,
  save: (sink, rows) => sink.saveUpdates(rows, keptAs),
  dateOf: row => row.date,
})

const replicationsOf = (
  columns: readonly string[],
  parse: RecordReading<ReplicationRow>['parse'],
): RecordReading<ReplicationRow> => ({
  columns,
  source: 'forrt',
  parse,
  merging: replicationMerging,
  save: (sink, rows) => sink.saveReplications(rows),
  dateOf: row => (row.replicationYear === null ? null : String(row.replicationYear)),
})

/** In the order in which a header is compared with them. */
export const recordFormats = {
  updates: updatesOf('crossref', 'crossref', ['doi', 'update_type', 'update_doi'], parseUpdate),
  replications: replicationsOf(['doi_original', 'doi_replication', 'outcome'], parseReplication),
  'retraction-watch': updatesOf(
    'retraction-watch',
    'retraction-watch-list',
    ['OriginalPaperDOI', 'RetractionDOI', 'RetractionDate', 'RetractionNature'],
    parseRetractionWatch,
  ),
  'retraction-watch-index': updatesOf(
    'retraction-watch',
    'retraction-watch-list',
    ['doi', 'notice_doi', 'nature'],
    parseRetractionWatchIndex,
  ),
  flora: replicationsOf(['doi_o', 'doi_r', 'outcome'], parseFlora),
} as const satisfies Record<RecordFormat, RecordReading<UpdateRow> | RecordReading<ReplicationRow>>

/** The format of a CSV file, by the columns in its first line; null when it is none of these. */
export const recordFormatOf = (firstLine: string): RecordFormat | null => {
  const header = new Set(firstLine.split(',').map(column => column.trim().replace(/^"(.*)"$/, '$1')))
  const formats = Object.entries(recordFormats) as [RecordFormat, (typeof recordFormats)[RecordFormat]][]
  return formats.find(([, { columns }]) => columns.every(column => header.has(column)))?.[0] ?? null
}

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
