export { importRecords, type KnownSink, type RecordFormat, recordFormatOf } from './import-records.ts'
export { cleanText, doiOfField, excerpt, parseReplication, parseUpdate } from './outcome-rows.ts'
export { CsvUnreadable, type Problem, readCsv } from './read-csv.ts'
