import type { KnownSource, ReplicationRow, UpdateRow, UpdateSource } from '../known/index.ts'
import type { KnownSink } from './known-sink.ts'
import { type Merging, replicationMerging, updateMerging } from './merge-rows.ts'
import { type CsvRecord, type ParsedRecord, parseReplication, parseUpdate } from './outcome-rows.ts'
import { parseFlora } from './parse-flora.ts'
import { parseRetractionWatch, parseRetractionWatchIndex } from './parse-retraction-watch.ts'

/** CSV format of event files, detected by required columns in any order. */
export type RecordFormat = 'updates' | 'replications' | 'retraction-watch' | 'retraction-watch-index' | 'flora'

/** Parser, source and storage of a file's rows. */
export type RecordReading<Row> = {
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
