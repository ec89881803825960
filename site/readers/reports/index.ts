export { outcomeHeadline } from './outcome-words.ts'
export { reportPath } from './report-paths.ts'
export { type KeptReport, type ReportTables, readReports } from './store.ts'
